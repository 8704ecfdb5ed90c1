import type { PublishedCalls, PublishedTable } from '../../language/catalog/publishedTable.ts'

/**
 * Operations that screen documents may use on the tables of accounts and logs. Password hashes and session versions are never included.
 * `initialPassword` goes to the hooks of the account and is not stored.
 */
export const identityTables: readonly PublishedTable[] = [
  {
    table: 'app_user',
    view: 'app_user_list',
    entity: 'user',
    scope: 'companyNo',
    screens: ['authority.users'],
    elsewhere: 'nothing',
    shown: ['companyName', 'companyType', 'status', 'lastLoginAt', 'limitDate'],
    written: ['fullName', 'email', 'phoneNumber', 'jobTitle', 'rewardPointId', 'roles', 'isEnabled', 'initialPassword'],
    once: ['userName', 'userType', 'companyNo'],
    masks: { initialPassword: 'secret' },
    state: 'status',
    transitions: {
      unlock: { permission: 'unlock', from: ['2'], to: '1' },
    },
  },
  {
    table: 'app_role',
    view: 'app_role_list',
    entity: 'role',
    scope: null,
    screens: ['authority.roles'],
    elsewhere: 'nothing',
    shown: ['isSystem', 'userCount'],
    written: ['roleName', 'description', 'permissions', 'isEnabled'],
    once: ['roleCode', 'userType'],
  },
  {
    table: 'user_action_log',
    entity: 'userActionLog',
    scope: 'companyNo',
    screens: ['logs.useractionlog'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      'occurredAt',
      'userName',
      'fullName',
      'companyNo',
      'userActionType',
      'action',
      'entity',
      'entityId',
      'before',
      'after',
      'ipAddress',
    ],
  },
  {
    table: 'activity_log',
    view: 'activity_log_view',
    entity: 'activityLog',
    scope: null,
    screens: ['logs.activitylog'],
    elsewhere: 'nothing',
    readonly: true,
    shown: [
      'occurredAt',
      'logCategory',
      'logLevel',
      'userName',
      'platformNo',
      'method',
      'path',
      'statusCode',
      'durationMs',
      'ipAddress',
      'userAgent',
      'requestId',
      'message',
      'detail',
      'jobStatus',
      'jobAttempts',
      'jobStartedAt',
      'jobFinishedAt',
      'jobProgress',
      'jobResult',
      'mailRecipient',
      'mailStatus',
      'mailAttempts',
      'mailError',
    ],
  },
]

/** The screens of accounts and roles use fixed paths of the product API. */
export const identityCalls: readonly PublishedCalls[] = [
  { screen: 'authority.users', paths: ['/api/account/users', '/api/account/importUsers', '/api/account/download/excel'] },
  { screen: 'authority.roles', paths: ['/api/account/roles', '/api/account/permissions'] },
]
