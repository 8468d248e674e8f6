import { defineErrors } from './problem.ts';

/** Treatment of a member's posts, comments and other shared content after they leave. */
export const contentChoices = ['remove', 'anonymise'] as const;

export const accountErrors = defineErrors({
  'account.last_admin': {
    status: 409,
    title: 'You are the only admin',
    detail: 'A community needs at least one admin. Please make another member an admin first. Nothing was deleted.',
  },
});

/** Path of the export of a member's own data, a ZIP file. */
export const accountExport = '/api/account/export';

export const accountPaths = {
  deleteAccount: { method: 'DELETE', path: '/api/account' },
} as const;
