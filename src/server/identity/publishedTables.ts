import type { PublishedCalls, PublishedTable } from '../../language/publishedTable.ts'

/**
 * What documents may do with the tables of accounts and of logs. Never the hash of a password, nor the versions by which sessions end.
 * `initialPassword` goes through the hooks of the account and is not kept.
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

/** The screens of accounts and roles speak to the product API, whose paths are fixed. */
export const identityCalls: readonly PublishedCalls[] = [
  { screen: 'authority.users', paths: ['/api/account/users', '/api/account/importUsers', '/api/account/download/excel'] },
  { screen: 'authority.roles', paths: ['/api/account/roles', '/api/account/permissions'] },
]
