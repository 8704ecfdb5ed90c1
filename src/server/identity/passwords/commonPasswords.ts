/**
 * Words of which common passwords are made. The policy asks for ten characters of three kinds, so hardly any entry of the usual password
 * lists passes it. People decorate a common word instead (`Password123!`, `P@ssw0rd2025`). So this is a list of words, and the decoration
 * is removed from a password before it is looked up.
 */
const words = `
password passwort passw0rd motdepasse contrasena parola senha wachtwoord haslo secret secreto geheim topsecret private confidential
admin administrator administrador root toor system sysadmin superuser supervisor manager operator support helpdesk service guest visitor
user username testuser test testing tester demo demonstration sample example default changeme changeit changethis temporary temp temppass
welcome welkom bienvenue willkommen bienvenido hello hellothere letmein letmeinnow openup opensesame trustno trustme accept login logon signin
qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc asdasd asdqwe zaqwsx poiuyt lkjhgf
mnbvcxz qwer qwert asdf zxcv abcdef abcdefg abcdefgh abcdefghij abcabc abcd abc aaa aaaa aaaaaa aaaaaaaa aaaaaaaaaa qqq qqqqqq zzz zzzzzz
xxx xxxx xxxxxx iloveyou iloveu ilovey loveyou lovely lovers loveme mylove myself forever together always darling sweetheart honey babygirl
babyboy princess prince queen king angel angels heaven sunshine sunflower flower flowers butterfly rainbow summer winter spring autumn
january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
football baseball basketball softball soccer hockey tennis golf golfer swimming running boxing skate skater surfer liverpool arsenal chelsea
barcelona realmadrid juventus manchester united yankees lakers cowboys steelers packers eagles redsox ferrari porsche mercedes corvette
mustang harley yamaha honda toyota nissan lexus subaru batman superman spiderman ironman wolverine avengers starwars startrek skywalker
darkvader matrix gandalf hobbit pokemon pikachu naruto dragonball onepiece minecraft roblox fortnite counterstrike warcraft starcraft
nintendo playstation xbox computer internet windows microsoft apple macintosh google facebook twitter instagram youtube linkedin samsung
android iphone nokia oracle cisco adobe linux ubuntu debian redhat server database network wireless desktop laptop keyboard mouse
monkey dragon tiger lion panther leopard eagle falcon phoenix wolf shadow hunter ranger killer master ninja samurai pirate knight warrior
soldier captain general major sniper gunner ghost spirit demon devil lucifer satan freedom justice victory champion winner success power
money dollar million billion lucky luckyday fortune diamond silver golden platinum crystal emerald ruby jordan michael jennifer jessica
ashley amanda nicole daniel andrew joshua matthew christopher anthony robert william thomas charles george edward richard joseph david
jackson johnson williams smith martin taylor thompson anderson wilson samantha elizabeth stephanie michelle melissa rebecca victoria
charlie maggie buster tigger snoopy garfield mickey minnie donald bailey sophie cookie pepper ginger peanut banana orange apple cherry
strawberry chocolate coffee cheese pizza hamburger chicken butter sugar candy vanilla purple yellow green blue black white silver red
qwertyui qwerasdf asdfjkl hunter access accessgranted allow internet whatever nothing something anything everything nobody somebody
happy happiness smile laugh funny crazy sexy hottie hotstuff cutie beauty beautiful goodluck goodday goodmorning goodnight thankyou please
china taiwan taipei kaohsiung taichung tainan formosa hsinchu hongkong beijing shanghai tokyo japan korea seoul singapore america london
paris newyork california texas florida chicago boston canada australia germany france england ireland scotland holland
woaini woaiwojia wohenhao nihao zhongguo taiwanno woshishei aiyou meinv shuaige baobao laogong laopo mimamima mima wodemima xiaoming
asdfasdf qweqwe zxczxc poipoi lol lololol hahaha hehehe blahblah foobar fubar foo bar baz null undefined none empty unknown
company office business corporate enterprise finance account accounting payroll sales marketing customer employee staff teacher student
school college university library doctor hospital nurse police fire church jesus christ jesuschrist god godbless bible faith hope grace
blessed peace spirit heavenly buddha amitabha guanyin loyalty points member rewards bonus coupon voucher shopping backoffice console portal
`

const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * True when a password is a common word or number with digits and symbols added, written with look-alike letters (`P@ssw0rd`), or repeated.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  return [lettersOf(lower), lettersOf(undisguise(lower)), lettersOf(undisguise(trimDecoration(lower)))].some(isCommonCore)
}

/** The letters of a password, without digits and symbols. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{Letter}]/gu, '')
}

function undisguise(text: string): string {
  return text.replace(/[@431!0$57]/g, (character) => lookAlikes[character] ?? character)
}

function trimDecoration(text: string): string {
  return text.replace(/^[^\p{Letter}]+|[^\p{Letter}]+$/gu, '')
}

/** An empty core means a password of digits and symbols only, which is usually a date or a keyboard row. */
function isCommonCore(core: string): boolean {
  return core.length <= 1 || commonWords.has(core) || commonWords.has(firstRepetition(core))
}

function firstRepetition(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text
}
