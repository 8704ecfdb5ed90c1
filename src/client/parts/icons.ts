import accountBalance from '@material-symbols/svg-400/outlined/account_balance.svg?raw'
import accountBalanceWallet from '@material-symbols/svg-400/outlined/account_balance_wallet.svg?raw'
import accountCircle from '@material-symbols/svg-400/outlined/account_circle.svg?raw'
import accountTree from '@material-symbols/svg-400/outlined/account_tree.svg?raw'
import add from '@material-symbols/svg-400/outlined/add.svg?raw'
import addBusiness from '@material-symbols/svg-400/outlined/add_business.svg?raw'
import addCard from '@material-symbols/svg-400/outlined/add_card.svg?raw'
import adminPanelSettings from '@material-symbols/svg-400/outlined/admin_panel_settings.svg?raw'
import analytics from '@material-symbols/svg-400/outlined/analytics.svg?raw'
import api from '@material-symbols/svg-400/outlined/api.svg?raw'
import approval from '@material-symbols/svg-400/outlined/approval.svg?raw'
import archive from '@material-symbols/svg-400/outlined/archive.svg?raw'
import arrowBack from '@material-symbols/svg-400/outlined/arrow_back.svg?raw'
import arrowDownward from '@material-symbols/svg-400/outlined/arrow_downward.svg?raw'
import arrowDropDown from '@material-symbols/svg-400/outlined/arrow_drop_down.svg?raw'
import arrowForward from '@material-symbols/svg-400/outlined/arrow_forward.svg?raw'
import arrowRight from '@material-symbols/svg-400/outlined/arrow_right.svg?raw'
import arrowUpward from '@material-symbols/svg-400/outlined/arrow_upward.svg?raw'
import article from '@material-symbols/svg-400/outlined/article.svg?raw'
import assignment from '@material-symbols/svg-400/outlined/assignment.svg?raw'
import assignmentTurnedIn from '@material-symbols/svg-400/outlined/assignment_turned_in.svg?raw'
import attachFile from '@material-symbols/svg-400/outlined/attach_file.svg?raw'
import attachMoney from '@material-symbols/svg-400/outlined/attach_money.svg?raw'
import badge from '@material-symbols/svg-400/outlined/badge.svg?raw'
import barChart from '@material-symbols/svg-400/outlined/bar_chart.svg?raw'
import block from '@material-symbols/svg-400/outlined/block.svg?raw'
import bolt from '@material-symbols/svg-400/outlined/bolt.svg?raw'
import bookmark from '@material-symbols/svg-400/outlined/bookmark.svg?raw'
import bugReport from '@material-symbols/svg-400/outlined/bug_report.svg?raw'
import build from '@material-symbols/svg-400/outlined/build.svg?raw'
import businessCenter from '@material-symbols/svg-400/outlined/business_center.svg?raw'
import calculate from '@material-symbols/svg-400/outlined/calculate.svg?raw'
import calendarMonth from '@material-symbols/svg-400/outlined/calendar_month.svg?raw'
import calendarToday from '@material-symbols/svg-400/outlined/calendar_today.svg?raw'
import call from '@material-symbols/svg-400/outlined/call.svg?raw'
import campaign from '@material-symbols/svg-400/outlined/campaign.svg?raw'
import cancel from '@material-symbols/svg-400/outlined/cancel.svg?raw'
import cardMembership from '@material-symbols/svg-400/outlined/card_membership.svg?raw'
import category from '@material-symbols/svg-400/outlined/category.svg?raw'
import celebration from '@material-symbols/svg-400/outlined/celebration.svg?raw'
import check from '@material-symbols/svg-400/outlined/check.svg?raw'
import checkCircle from '@material-symbols/svg-400/outlined/check_circle.svg?raw'
import checklist from '@material-symbols/svg-400/outlined/checklist.svg?raw'
import chevronLeft from '@material-symbols/svg-400/outlined/chevron_left.svg?raw'
import chevronRight from '@material-symbols/svg-400/outlined/chevron_right.svg?raw'
import close from '@material-symbols/svg-400/outlined/close.svg?raw'
import cloudUpload from '@material-symbols/svg-400/outlined/cloud_upload.svg?raw'
import code from '@material-symbols/svg-400/outlined/code.svg?raw'
import compareArrows from '@material-symbols/svg-400/outlined/compare_arrows.svg?raw'
import confirmationNumber from '@material-symbols/svg-400/outlined/confirmation_number.svg?raw'
import contactPage from '@material-symbols/svg-400/outlined/contact_page.svg?raw'
import contentCopy from '@material-symbols/svg-400/outlined/content_copy.svg?raw'
import contract from '@material-symbols/svg-400/outlined/contract.svg?raw'
import corporateFare from '@material-symbols/svg-400/outlined/corporate_fare.svg?raw'
import creditCard from '@material-symbols/svg-400/outlined/credit_card.svg?raw'
import currencyExchange from '@material-symbols/svg-400/outlined/currency_exchange.svg?raw'
import darkMode from '@material-symbols/svg-400/outlined/dark_mode.svg?raw'
import dashboard from '@material-symbols/svg-400/outlined/dashboard.svg?raw'
import database from '@material-symbols/svg-400/outlined/database.svg?raw'
import dateRange from '@material-symbols/svg-400/outlined/date_range.svg?raw'
import deleteIcon from '@material-symbols/svg-400/outlined/delete.svg?raw'
import description from '@material-symbols/svg-400/outlined/description.svg?raw'
import dictionary from '@material-symbols/svg-400/outlined/dictionary.svg?raw'
import dns from '@material-symbols/svg-400/outlined/dns.svg?raw'
import domain from '@material-symbols/svg-400/outlined/domain.svg?raw'
import download from '@material-symbols/svg-400/outlined/download.svg?raw'
import drafts from '@material-symbols/svg-400/outlined/drafts.svg?raw'
import dragIndicator from '@material-symbols/svg-400/outlined/drag_indicator.svg?raw'
import draw from '@material-symbols/svg-400/outlined/draw.svg?raw'
import edit from '@material-symbols/svg-400/outlined/edit.svg?raw'
import editNote from '@material-symbols/svg-400/outlined/edit_note.svg?raw'
import error from '@material-symbols/svg-400/outlined/error.svg?raw'
import event from '@material-symbols/svg-400/outlined/event.svg?raw'
import eventAvailable from '@material-symbols/svg-400/outlined/event_available.svg?raw'
import eventBusy from '@material-symbols/svg-400/outlined/event_busy.svg?raw'
import eventNote from '@material-symbols/svg-400/outlined/event_note.svg?raw'
import eventRepeat from '@material-symbols/svg-400/outlined/event_repeat.svg?raw'
import extension from '@material-symbols/svg-400/outlined/extension.svg?raw'
import factCheck from '@material-symbols/svg-400/outlined/fact_check.svg?raw'
import factory from '@material-symbols/svg-400/outlined/factory.svg?raw'
import filterAlt from '@material-symbols/svg-400/outlined/filter_alt.svg?raw'
import filterList from '@material-symbols/svg-400/outlined/filter_list.svg?raw'
import firstPage from '@material-symbols/svg-400/outlined/first_page.svg?raw'
import flag from '@material-symbols/svg-400/outlined/flag.svg?raw'
import folder from '@material-symbols/svg-400/outlined/folder.svg?raw'
import formatBold from '@material-symbols/svg-400/outlined/format_bold.svg?raw'
import formatItalic from '@material-symbols/svg-400/outlined/format_italic.svg?raw'
import formatListBulleted from '@material-symbols/svg-400/outlined/format_list_bulleted.svg?raw'
import formatListNumbered from '@material-symbols/svg-400/outlined/format_list_numbered.svg?raw'
import formatUnderlined from '@material-symbols/svg-400/outlined/format_underlined.svg?raw'
import forum from '@material-symbols/svg-400/outlined/forum.svg?raw'
import gavel from '@material-symbols/svg-400/outlined/gavel.svg?raw'
import gridView from '@material-symbols/svg-400/outlined/grid_view.svg?raw'
import group from '@material-symbols/svg-400/outlined/group.svg?raw'
import groupAdd from '@material-symbols/svg-400/outlined/group_add.svg?raw'
import groupWork from '@material-symbols/svg-400/outlined/group_work.svg?raw'
import groups from '@material-symbols/svg-400/outlined/groups.svg?raw'
import handshake from '@material-symbols/svg-400/outlined/handshake.svg?raw'
import help from '@material-symbols/svg-400/outlined/help.svg?raw'
import history from '@material-symbols/svg-400/outlined/history.svg?raw'
import historyEdu from '@material-symbols/svg-400/outlined/history_edu.svg?raw'
import home from '@material-symbols/svg-400/outlined/home.svg?raw'
import hourglassBottom from '@material-symbols/svg-400/outlined/hourglass_bottom.svg?raw'
import hourglassEmpty from '@material-symbols/svg-400/outlined/hourglass_empty.svg?raw'
import hub from '@material-symbols/svg-400/outlined/hub.svg?raw'
import image from '@material-symbols/svg-400/outlined/image.svg?raw'
import inbox from '@material-symbols/svg-400/outlined/inbox.svg?raw'
import info from '@material-symbols/svg-400/outlined/info.svg?raw'
import insertChart from '@material-symbols/svg-400/outlined/insert_chart.svg?raw'
import inventory from '@material-symbols/svg-400/outlined/inventory.svg?raw'
import inventory2 from '@material-symbols/svg-400/outlined/inventory_2.svg?raw'
import keep from '@material-symbols/svg-400/outlined/keep.svg?raw'
import key from '@material-symbols/svg-400/outlined/key.svg?raw'
import keyboard from '@material-symbols/svg-400/outlined/keyboard.svg?raw'
import keyboardArrowDown from '@material-symbols/svg-400/outlined/keyboard_arrow_down.svg?raw'
import keyboardArrowLeft from '@material-symbols/svg-400/outlined/keyboard_arrow_left.svg?raw'
import keyboardArrowRight from '@material-symbols/svg-400/outlined/keyboard_arrow_right.svg?raw'
import keyboardArrowUp from '@material-symbols/svg-400/outlined/keyboard_arrow_up.svg?raw'
import lan from '@material-symbols/svg-400/outlined/lan.svg?raw'
import lastPage from '@material-symbols/svg-400/outlined/last_page.svg?raw'
import leaderboard from '@material-symbols/svg-400/outlined/leaderboard.svg?raw'
import lightMode from '@material-symbols/svg-400/outlined/light_mode.svg?raw'
import link from '@material-symbols/svg-400/outlined/link.svg?raw'
import list from '@material-symbols/svg-400/outlined/list.svg?raw'
import listAlt from '@material-symbols/svg-400/outlined/list_alt.svg?raw'
import localActivity from '@material-symbols/svg-400/outlined/local_activity.svg?raw'
import localAtm from '@material-symbols/svg-400/outlined/local_atm.svg?raw'
import lock from '@material-symbols/svg-400/outlined/lock.svg?raw'
import lockOpen from '@material-symbols/svg-400/outlined/lock_open.svg?raw'
import lockReset from '@material-symbols/svg-400/outlined/lock_reset.svg?raw'
import login from '@material-symbols/svg-400/outlined/login.svg?raw'
import logout from '@material-symbols/svg-400/outlined/logout.svg?raw'
import loyalty from '@material-symbols/svg-400/outlined/loyalty.svg?raw'
import mail from '@material-symbols/svg-400/outlined/mail.svg?raw'
import manageAccounts from '@material-symbols/svg-400/outlined/manage_accounts.svg?raw'
import manageHistory from '@material-symbols/svg-400/outlined/manage_history.svg?raw'
import manageSearch from '@material-symbols/svg-400/outlined/manage_search.svg?raw'
import markEmailRead from '@material-symbols/svg-400/outlined/mark_email_read.svg?raw'
import menu from '@material-symbols/svg-400/outlined/menu.svg?raw'
import menuBook from '@material-symbols/svg-400/outlined/menu_book.svg?raw'
import menuOpen from '@material-symbols/svg-400/outlined/menu_open.svg?raw'
import moneyOff from '@material-symbols/svg-400/outlined/money_off.svg?raw'
import monitorHeart from '@material-symbols/svg-400/outlined/monitor_heart.svg?raw'
import monitoring from '@material-symbols/svg-400/outlined/monitoring.svg?raw'
import moreHoriz from '@material-symbols/svg-400/outlined/more_horiz.svg?raw'
import moreVert from '@material-symbols/svg-400/outlined/more_vert.svg?raw'
import notifications from '@material-symbols/svg-400/outlined/notifications.svg?raw'
import openInNew from '@material-symbols/svg-400/outlined/open_in_new.svg?raw'
import paid from '@material-symbols/svg-400/outlined/paid.svg?raw'
import password from '@material-symbols/svg-400/outlined/password.svg?raw'
import payments from '@material-symbols/svg-400/outlined/payments.svg?raw'
import pending from '@material-symbols/svg-400/outlined/pending.svg?raw'
import pendingActions from '@material-symbols/svg-400/outlined/pending_actions.svg?raw'
import percent from '@material-symbols/svg-400/outlined/percent.svg?raw'
import person from '@material-symbols/svg-400/outlined/person.svg?raw'
import personAdd from '@material-symbols/svg-400/outlined/person_add.svg?raw'
import personSearch from '@material-symbols/svg-400/outlined/person_search.svg?raw'
import pieChart from '@material-symbols/svg-400/outlined/pie_chart.svg?raw'
import playCircle from '@material-symbols/svg-400/outlined/play_circle.svg?raw'
import pointOfSale from '@material-symbols/svg-400/outlined/point_of_sale.svg?raw'
import policy from '@material-symbols/svg-400/outlined/policy.svg?raw'
import postAdd from '@material-symbols/svg-400/outlined/post_add.svg?raw'
import preview from '@material-symbols/svg-400/outlined/preview.svg?raw'
import priceChange from '@material-symbols/svg-400/outlined/price_change.svg?raw'
import priceCheck from '@material-symbols/svg-400/outlined/price_check.svg?raw'
import print from '@material-symbols/svg-400/outlined/print.svg?raw'
import publish from '@material-symbols/svg-400/outlined/publish.svg?raw'
import qrCode from '@material-symbols/svg-400/outlined/qr_code.svg?raw'
import queryStats from '@material-symbols/svg-400/outlined/query_stats.svg?raw'
import questionMark from '@material-symbols/svg-400/outlined/question_mark.svg?raw'
import receipt from '@material-symbols/svg-400/outlined/receipt.svg?raw'
import receiptLong from '@material-symbols/svg-400/outlined/receipt_long.svg?raw'
import redeem from '@material-symbols/svg-400/outlined/redeem.svg?raw'
import redo from '@material-symbols/svg-400/outlined/redo.svg?raw'
import refresh from '@material-symbols/svg-400/outlined/refresh.svg?raw'
import remove from '@material-symbols/svg-400/outlined/remove.svg?raw'
import replay from '@material-symbols/svg-400/outlined/replay.svg?raw'
import report from '@material-symbols/svg-400/outlined/report.svg?raw'
import requestQuote from '@material-symbols/svg-400/outlined/request_quote.svg?raw'
import rule from '@material-symbols/svg-400/outlined/rule.svg?raw'
import ruleSettings from '@material-symbols/svg-400/outlined/rule_settings.svg?raw'
import save from '@material-symbols/svg-400/outlined/save.svg?raw'
import savings from '@material-symbols/svg-400/outlined/savings.svg?raw'
import schedule from '@material-symbols/svg-400/outlined/schedule.svg?raw'
import search from '@material-symbols/svg-400/outlined/search.svg?raw'
import security from '@material-symbols/svg-400/outlined/security.svg?raw'
import sell from '@material-symbols/svg-400/outlined/sell.svg?raw'
import send from '@material-symbols/svg-400/outlined/send.svg?raw'
import settings from '@material-symbols/svg-400/outlined/settings.svg?raw'
import settingsBackupRestore from '@material-symbols/svg-400/outlined/settings_backup_restore.svg?raw'
import shield from '@material-symbols/svg-400/outlined/shield.svg?raw'
import shoppingBag from '@material-symbols/svg-400/outlined/shopping_bag.svg?raw'
import shoppingCart from '@material-symbols/svg-400/outlined/shopping_cart.svg?raw'
import sms from '@material-symbols/svg-400/outlined/sms.svg?raw'
import sort from '@material-symbols/svg-400/outlined/sort.svg?raw'
import spaceDashboard from '@material-symbols/svg-400/outlined/space_dashboard.svg?raw'
import speed from '@material-symbols/svg-400/outlined/speed.svg?raw'
import star from '@material-symbols/svg-400/outlined/star.svg?raw'
import stars from '@material-symbols/svg-400/outlined/stars.svg?raw'
import stopCircle from '@material-symbols/svg-400/outlined/stop_circle.svg?raw'
import store from '@material-symbols/svg-400/outlined/store.svg?raw'
import storefront from '@material-symbols/svg-400/outlined/storefront.svg?raw'
import subject from '@material-symbols/svg-400/outlined/subject.svg?raw'
import summarize from '@material-symbols/svg-400/outlined/summarize.svg?raw'
import support from '@material-symbols/svg-400/outlined/support.svg?raw'
import supportAgent from '@material-symbols/svg-400/outlined/support_agent.svg?raw'
import swapHoriz from '@material-symbols/svg-400/outlined/swap_horiz.svg?raw'
import swapVert from '@material-symbols/svg-400/outlined/swap_vert.svg?raw'
import sync from '@material-symbols/svg-400/outlined/sync.svg?raw'
import table from '@material-symbols/svg-400/outlined/table.svg?raw'
import tableChart from '@material-symbols/svg-400/outlined/table_chart.svg?raw'
import task from '@material-symbols/svg-400/outlined/task.svg?raw'
import taskAlt from '@material-symbols/svg-400/outlined/task_alt.svg?raw'
import timeline from '@material-symbols/svg-400/outlined/timeline.svg?raw'
import title from '@material-symbols/svg-400/outlined/title.svg?raw'
import today from '@material-symbols/svg-400/outlined/today.svg?raw'
import toggleOn from '@material-symbols/svg-400/outlined/toggle_on.svg?raw'
import toll from '@material-symbols/svg-400/outlined/toll.svg?raw'
import trendingDown from '@material-symbols/svg-400/outlined/trending_down.svg?raw'
import trendingUp from '@material-symbols/svg-400/outlined/trending_up.svg?raw'
import tune from '@material-symbols/svg-400/outlined/tune.svg?raw'
import undo from '@material-symbols/svg-400/outlined/undo.svg?raw'
import unfoldLess from '@material-symbols/svg-400/outlined/unfold_less.svg?raw'
import unfoldMore from '@material-symbols/svg-400/outlined/unfold_more.svg?raw'
import upload from '@material-symbols/svg-400/outlined/upload.svg?raw'
import uploadFile from '@material-symbols/svg-400/outlined/upload_file.svg?raw'
import verified from '@material-symbols/svg-400/outlined/verified.svg?raw'
import verifiedUser from '@material-symbols/svg-400/outlined/verified_user.svg?raw'
import viewColumn from '@material-symbols/svg-400/outlined/view_column.svg?raw'
import viewList from '@material-symbols/svg-400/outlined/view_list.svg?raw'
import visibility from '@material-symbols/svg-400/outlined/visibility.svg?raw'
import visibilityOff from '@material-symbols/svg-400/outlined/visibility_off.svg?raw'
import warning from '@material-symbols/svg-400/outlined/warning.svg?raw'
import web from '@material-symbols/svg-400/outlined/web.svg?raw'
import widgets from '@material-symbols/svg-400/outlined/widgets.svg?raw'
import wifiOff from '@material-symbols/svg-400/outlined/wifi_off.svg?raw'
import work from '@material-symbols/svg-400/outlined/work.svg?raw'
import type { IconName } from '../../rules/iconNames.ts'

/** The icons that documents and the console can use: Material Symbols, outlined. To add one, add its import and its line here. */
const files: Readonly<Record<Exclude<IconName, keyof typeof aliases>, string>> = {
  account_balance: accountBalance,
  account_balance_wallet: accountBalanceWallet,
  account_circle: accountCircle,
  account_tree: accountTree,
  add,
  add_business: addBusiness,
  add_card: addCard,
  admin_panel_settings: adminPanelSettings,
  analytics,
  api,
  approval,
  archive,
  arrow_back: arrowBack,
  arrow_downward: arrowDownward,
  arrow_drop_down: arrowDropDown,
  arrow_forward: arrowForward,
  arrow_right: arrowRight,
  arrow_upward: arrowUpward,
  article,
  assignment,
  assignment_turned_in: assignmentTurnedIn,
  attach_file: attachFile,
  attach_money: attachMoney,
  badge,
  bar_chart: barChart,
  block,
  bolt,
  bookmark,
  bug_report: bugReport,
  build,
  business_center: businessCenter,
  calculate,
  calendar_month: calendarMonth,
  calendar_today: calendarToday,
  call,
  campaign,
  cancel,
  card_membership: cardMembership,
  category,
  celebration,
  check,
  check_circle: checkCircle,
  checklist,
  chevron_left: chevronLeft,
  chevron_right: chevronRight,
  close,
  cloud_upload: cloudUpload,
  code,
  compare_arrows: compareArrows,
  confirmation_number: confirmationNumber,
  contact_page: contactPage,
  content_copy: contentCopy,
  contract,
  corporate_fare: corporateFare,
  credit_card: creditCard,
  currency_exchange: currencyExchange,
  dark_mode: darkMode,
  dashboard,
  database,
  date_range: dateRange,
  delete: deleteIcon,
  description,
  dictionary,
  dns,
  domain,
  download,
  drafts,
  drag_indicator: dragIndicator,
  draw,
  edit,
  edit_note: editNote,
  error,
  event,
  event_available: eventAvailable,
  event_busy: eventBusy,
  event_note: eventNote,
  event_repeat: eventRepeat,
  extension,
  fact_check: factCheck,
  factory,
  filter_alt: filterAlt,
  filter_list: filterList,
  first_page: firstPage,
  flag,
  folder,
  format_bold: formatBold,
  format_italic: formatItalic,
  format_list_bulleted: formatListBulleted,
  format_list_numbered: formatListNumbered,
  format_underlined: formatUnderlined,
  forum,
  gavel,
  grid_view: gridView,
  group,
  group_add: groupAdd,
  group_work: groupWork,
  groups,
  handshake,
  help,
  history,
  history_edu: historyEdu,
  home,
  hourglass_bottom: hourglassBottom,
  hourglass_empty: hourglassEmpty,
  hub,
  image,
  inbox,
  info,
  insert_chart: insertChart,
  inventory,
  inventory_2: inventory2,
  keep,
  key,
  keyboard_arrow_down: keyboardArrowDown,
  keyboard_arrow_left: keyboardArrowLeft,
  keyboard_arrow_right: keyboardArrowRight,
  keyboard_arrow_up: keyboardArrowUp,
  lan,
  last_page: lastPage,
  leaderboard,
  light_mode: lightMode,
  link,
  list,
  list_alt: listAlt,
  local_activity: localActivity,
  local_atm: localAtm,
  lock,
  lock_open: lockOpen,
  lock_reset: lockReset,
  login,
  logout,
  loyalty,
  mail,
  manage_accounts: manageAccounts,
  manage_history: manageHistory,
  manage_search: manageSearch,
  mark_email_read: markEmailRead,
  menu,
  menu_book: menuBook,
  menu_open: menuOpen,
  money_off: moneyOff,
  monitor_heart: monitorHeart,
  monitoring,
  more_horiz: moreHoriz,
  more_vert: moreVert,
  notifications,
  open_in_new: openInNew,
  paid,
  keyboard,
  password,
  payments,
  pending,
  pending_actions: pendingActions,
  percent,
  person,
  person_add: personAdd,
  person_search: personSearch,
  pie_chart: pieChart,
  play_circle: playCircle,
  point_of_sale: pointOfSale,
  policy,
  post_add: postAdd,
  preview,
  price_change: priceChange,
  price_check: priceCheck,
  print,
  publish,
  qr_code: qrCode,
  query_stats: queryStats,
  question_mark: questionMark,
  receipt,
  receipt_long: receiptLong,
  redeem,
  redo,
  refresh,
  remove,
  replay,
  report,
  request_quote: requestQuote,
  rule,
  rule_settings: ruleSettings,
  save,
  savings,
  schedule,
  search,
  security,
  sell,
  send,
  settings,
  settings_backup_restore: settingsBackupRestore,
  shield,
  shopping_bag: shoppingBag,
  shopping_cart: shoppingCart,
  sms,
  sort,
  space_dashboard: spaceDashboard,
  speed,
  star,
  stars,
  stop_circle: stopCircle,
  store,
  storefront,
  subject,
  summarize,
  support,
  support_agent: supportAgent,
  swap_horiz: swapHoriz,
  swap_vert: swapVert,
  sync,
  table,
  table_chart: tableChart,
  task,
  task_alt: taskAlt,
  timeline,
  title,
  today,
  toggle_on: toggleOn,
  toll,
  trending_down: trendingDown,
  trending_up: trendingUp,
  tune,
  undo,
  unfold_less: unfoldLess,
  unfold_more: unfoldMore,
  upload,
  upload_file: uploadFile,
  verified,
  verified_user: verifiedUser,
  view_column: viewColumn,
  view_list: viewList,
  visibility,
  visibility_off: visibilityOff,
  warning,
  web,
  widgets,
  wifi_off: wifiOff,
  work,
}

/** Older names of Material icons that authors still use, and the symbols that replaced them. */
const aliases = {
  assessment: insertChart,
  business: domain,
  card_giftcard: redeem,
  discount: sell,
  done: check,
  expand_less: keyboardArrowUp,
  expand_more: keyboardArrowDown,
  import_export: swapVert,
  insights: monitoring,
  local_offer: sell,
  phone: call,
  push_pin: keep,
  restore: settingsBackupRestore,
  settings_suggest: settings,
  warning_amber: warning,
} as const satisfies Partial<Record<IconName, string>>

/** Drawn for a name that is not in the list. */
const unknownIcon = 'M200-200v-560h560v560H200Z'

const paths = new Map(Object.entries({ ...files, ...aliases }).map(([name, file]) => [name, pathOf(file)]))

/** The path data of an icon, in a box of `0 -960 960 960`. Only the data is taken from the file, and no markup is inserted. */
export function iconPath(name: string): string {
  return paths.get(name) ?? unknownIcon
}

function pathOf(file: string): string {
  return file.match(/ d="([^"]+)"/)?.[1] ?? unknownIcon
}
