import type { IconName } from '../../rules/iconNames.ts'
import accountBalance from './symbols/account_balance.svg?raw'
import accountBalanceWallet from './symbols/account_balance_wallet.svg?raw'
import accountCircle from './symbols/account_circle.svg?raw'
import accountTree from './symbols/account_tree.svg?raw'
import add from './symbols/add.svg?raw'
import addBusiness from './symbols/add_business.svg?raw'
import addCard from './symbols/add_card.svg?raw'
import adminPanelSettings from './symbols/admin_panel_settings.svg?raw'
import analytics from './symbols/analytics.svg?raw'
import api from './symbols/api.svg?raw'
import approval from './symbols/approval.svg?raw'
import archive from './symbols/archive.svg?raw'
import arrowBack from './symbols/arrow_back.svg?raw'
import arrowDownward from './symbols/arrow_downward.svg?raw'
import arrowDropDown from './symbols/arrow_drop_down.svg?raw'
import arrowForward from './symbols/arrow_forward.svg?raw'
import arrowRight from './symbols/arrow_right.svg?raw'
import arrowUpward from './symbols/arrow_upward.svg?raw'
import article from './symbols/article.svg?raw'
import assignment from './symbols/assignment.svg?raw'
import assignmentTurnedIn from './symbols/assignment_turned_in.svg?raw'
import attachFile from './symbols/attach_file.svg?raw'
import attachMoney from './symbols/attach_money.svg?raw'
import badge from './symbols/badge.svg?raw'
import barChart from './symbols/bar_chart.svg?raw'
import block from './symbols/block.svg?raw'
import bolt from './symbols/bolt.svg?raw'
import bookmark from './symbols/bookmark.svg?raw'
import bugReport from './symbols/bug_report.svg?raw'
import build from './symbols/build.svg?raw'
import businessCenter from './symbols/business_center.svg?raw'
import calculate from './symbols/calculate.svg?raw'
import calendarMonth from './symbols/calendar_month.svg?raw'
import calendarToday from './symbols/calendar_today.svg?raw'
import call from './symbols/call.svg?raw'
import campaign from './symbols/campaign.svg?raw'
import cancel from './symbols/cancel.svg?raw'
import cardMembership from './symbols/card_membership.svg?raw'
import category from './symbols/category.svg?raw'
import celebration from './symbols/celebration.svg?raw'
import check from './symbols/check.svg?raw'
import checkCircle from './symbols/check_circle.svg?raw'
import checklist from './symbols/checklist.svg?raw'
import chevronLeft from './symbols/chevron_left.svg?raw'
import chevronRight from './symbols/chevron_right.svg?raw'
import close from './symbols/close.svg?raw'
import cloudUpload from './symbols/cloud_upload.svg?raw'
import code from './symbols/code.svg?raw'
import compareArrows from './symbols/compare_arrows.svg?raw'
import confirmationNumber from './symbols/confirmation_number.svg?raw'
import contactPage from './symbols/contact_page.svg?raw'
import contentCopy from './symbols/content_copy.svg?raw'
import contract from './symbols/contract.svg?raw'
import corporateFare from './symbols/corporate_fare.svg?raw'
import creditCard from './symbols/credit_card.svg?raw'
import currencyExchange from './symbols/currency_exchange.svg?raw'
import darkMode from './symbols/dark_mode.svg?raw'
import dashboard from './symbols/dashboard.svg?raw'
import database from './symbols/database.svg?raw'
import dateRange from './symbols/date_range.svg?raw'
import deleteIcon from './symbols/delete.svg?raw'
import description from './symbols/description.svg?raw'
import dictionary from './symbols/dictionary.svg?raw'
import dns from './symbols/dns.svg?raw'
import domain from './symbols/domain.svg?raw'
import download from './symbols/download.svg?raw'
import drafts from './symbols/drafts.svg?raw'
import dragIndicator from './symbols/drag_indicator.svg?raw'
import draw from './symbols/draw.svg?raw'
import edit from './symbols/edit.svg?raw'
import editNote from './symbols/edit_note.svg?raw'
import error from './symbols/error.svg?raw'
import event from './symbols/event.svg?raw'
import eventAvailable from './symbols/event_available.svg?raw'
import eventBusy from './symbols/event_busy.svg?raw'
import eventNote from './symbols/event_note.svg?raw'
import eventRepeat from './symbols/event_repeat.svg?raw'
import extension from './symbols/extension.svg?raw'
import factCheck from './symbols/fact_check.svg?raw'
import factory from './symbols/factory.svg?raw'
import filterAlt from './symbols/filter_alt.svg?raw'
import filterList from './symbols/filter_list.svg?raw'
import firstPage from './symbols/first_page.svg?raw'
import flag from './symbols/flag.svg?raw'
import folder from './symbols/folder.svg?raw'
import formatBold from './symbols/format_bold.svg?raw'
import formatItalic from './symbols/format_italic.svg?raw'
import formatListBulleted from './symbols/format_list_bulleted.svg?raw'
import formatListNumbered from './symbols/format_list_numbered.svg?raw'
import formatUnderlined from './symbols/format_underlined.svg?raw'
import forum from './symbols/forum.svg?raw'
import gavel from './symbols/gavel.svg?raw'
import gridView from './symbols/grid_view.svg?raw'
import group from './symbols/group.svg?raw'
import groupAdd from './symbols/group_add.svg?raw'
import groupWork from './symbols/group_work.svg?raw'
import groups from './symbols/groups.svg?raw'
import handshake from './symbols/handshake.svg?raw'
import help from './symbols/help.svg?raw'
import history from './symbols/history.svg?raw'
import historyEdu from './symbols/history_edu.svg?raw'
import home from './symbols/home.svg?raw'
import hourglassBottom from './symbols/hourglass_bottom.svg?raw'
import hourglassEmpty from './symbols/hourglass_empty.svg?raw'
import hub from './symbols/hub.svg?raw'
import image from './symbols/image.svg?raw'
import inbox from './symbols/inbox.svg?raw'
import info from './symbols/info.svg?raw'
import insertChart from './symbols/insert_chart.svg?raw'
import inventory from './symbols/inventory.svg?raw'
import inventory2 from './symbols/inventory_2.svg?raw'
import keep from './symbols/keep.svg?raw'
import key from './symbols/key.svg?raw'
import keyboard from './symbols/keyboard.svg?raw'
import keyboardArrowDown from './symbols/keyboard_arrow_down.svg?raw'
import keyboardArrowLeft from './symbols/keyboard_arrow_left.svg?raw'
import keyboardArrowRight from './symbols/keyboard_arrow_right.svg?raw'
import keyboardArrowUp from './symbols/keyboard_arrow_up.svg?raw'
import lan from './symbols/lan.svg?raw'
import lastPage from './symbols/last_page.svg?raw'
import leaderboard from './symbols/leaderboard.svg?raw'
import lightMode from './symbols/light_mode.svg?raw'
import link from './symbols/link.svg?raw'
import list from './symbols/list.svg?raw'
import listAlt from './symbols/list_alt.svg?raw'
import localActivity from './symbols/local_activity.svg?raw'
import localAtm from './symbols/local_atm.svg?raw'
import lock from './symbols/lock.svg?raw'
import lockOpen from './symbols/lock_open.svg?raw'
import lockReset from './symbols/lock_reset.svg?raw'
import login from './symbols/login.svg?raw'
import logout from './symbols/logout.svg?raw'
import loyalty from './symbols/loyalty.svg?raw'
import mail from './symbols/mail.svg?raw'
import manageAccounts from './symbols/manage_accounts.svg?raw'
import manageHistory from './symbols/manage_history.svg?raw'
import manageSearch from './symbols/manage_search.svg?raw'
import markEmailRead from './symbols/mark_email_read.svg?raw'
import menu from './symbols/menu.svg?raw'
import menuBook from './symbols/menu_book.svg?raw'
import menuOpen from './symbols/menu_open.svg?raw'
import moneyOff from './symbols/money_off.svg?raw'
import monitorHeart from './symbols/monitor_heart.svg?raw'
import monitoring from './symbols/monitoring.svg?raw'
import moreHoriz from './symbols/more_horiz.svg?raw'
import moreVert from './symbols/more_vert.svg?raw'
import notifications from './symbols/notifications.svg?raw'
import openInNew from './symbols/open_in_new.svg?raw'
import paid from './symbols/paid.svg?raw'
import password from './symbols/password.svg?raw'
import payments from './symbols/payments.svg?raw'
import pending from './symbols/pending.svg?raw'
import pendingActions from './symbols/pending_actions.svg?raw'
import percent from './symbols/percent.svg?raw'
import person from './symbols/person.svg?raw'
import personAdd from './symbols/person_add.svg?raw'
import personSearch from './symbols/person_search.svg?raw'
import pieChart from './symbols/pie_chart.svg?raw'
import playCircle from './symbols/play_circle.svg?raw'
import pointOfSale from './symbols/point_of_sale.svg?raw'
import policy from './symbols/policy.svg?raw'
import postAdd from './symbols/post_add.svg?raw'
import preview from './symbols/preview.svg?raw'
import priceChange from './symbols/price_change.svg?raw'
import priceCheck from './symbols/price_check.svg?raw'
import print from './symbols/print.svg?raw'
import publish from './symbols/publish.svg?raw'
import qrCode from './symbols/qr_code.svg?raw'
import queryStats from './symbols/query_stats.svg?raw'
import questionMark from './symbols/question_mark.svg?raw'
import receipt from './symbols/receipt.svg?raw'
import receiptLong from './symbols/receipt_long.svg?raw'
import redeem from './symbols/redeem.svg?raw'
import redo from './symbols/redo.svg?raw'
import refresh from './symbols/refresh.svg?raw'
import remove from './symbols/remove.svg?raw'
import replay from './symbols/replay.svg?raw'
import report from './symbols/report.svg?raw'
import requestQuote from './symbols/request_quote.svg?raw'
import rule from './symbols/rule.svg?raw'
import ruleSettings from './symbols/rule_settings.svg?raw'
import save from './symbols/save.svg?raw'
import savings from './symbols/savings.svg?raw'
import schedule from './symbols/schedule.svg?raw'
import search from './symbols/search.svg?raw'
import security from './symbols/security.svg?raw'
import sell from './symbols/sell.svg?raw'
import send from './symbols/send.svg?raw'
import settings from './symbols/settings.svg?raw'
import settingsBackupRestore from './symbols/settings_backup_restore.svg?raw'
import shield from './symbols/shield.svg?raw'
import shoppingBag from './symbols/shopping_bag.svg?raw'
import shoppingCart from './symbols/shopping_cart.svg?raw'
import sms from './symbols/sms.svg?raw'
import sort from './symbols/sort.svg?raw'
import spaceDashboard from './symbols/space_dashboard.svg?raw'
import speed from './symbols/speed.svg?raw'
import star from './symbols/star.svg?raw'
import stars from './symbols/stars.svg?raw'
import stopCircle from './symbols/stop_circle.svg?raw'
import store from './symbols/store.svg?raw'
import storefront from './symbols/storefront.svg?raw'
import subject from './symbols/subject.svg?raw'
import summarize from './symbols/summarize.svg?raw'
import support from './symbols/support.svg?raw'
import supportAgent from './symbols/support_agent.svg?raw'
import swapHoriz from './symbols/swap_horiz.svg?raw'
import swapVert from './symbols/swap_vert.svg?raw'
import sync from './symbols/sync.svg?raw'
import table from './symbols/table.svg?raw'
import tableChart from './symbols/table_chart.svg?raw'
import task from './symbols/task.svg?raw'
import taskAlt from './symbols/task_alt.svg?raw'
import timeline from './symbols/timeline.svg?raw'
import title from './symbols/title.svg?raw'
import today from './symbols/today.svg?raw'
import toggleOn from './symbols/toggle_on.svg?raw'
import toll from './symbols/toll.svg?raw'
import trendingDown from './symbols/trending_down.svg?raw'
import trendingUp from './symbols/trending_up.svg?raw'
import tune from './symbols/tune.svg?raw'
import undo from './symbols/undo.svg?raw'
import unfoldLess from './symbols/unfold_less.svg?raw'
import unfoldMore from './symbols/unfold_more.svg?raw'
import upload from './symbols/upload.svg?raw'
import uploadFile from './symbols/upload_file.svg?raw'
import verified from './symbols/verified.svg?raw'
import verifiedUser from './symbols/verified_user.svg?raw'
import viewColumn from './symbols/view_column.svg?raw'
import viewList from './symbols/view_list.svg?raw'
import visibility from './symbols/visibility.svg?raw'
import visibilityOff from './symbols/visibility_off.svg?raw'
import warning from './symbols/warning.svg?raw'
import web from './symbols/web.svg?raw'
import widgets from './symbols/widgets.svg?raw'
import wifiOff from './symbols/wifi_off.svg?raw'
import work from './symbols/work.svg?raw'

/** The icons that documents and the console can use: Material Symbols, outlined. To add one, add its file to `symbols`, its import and its line here. */
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
