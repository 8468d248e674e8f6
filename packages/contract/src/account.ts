import type * as schemas from './account.schemas.ts';
import type { CallsOf } from './endpoint.ts';
import { defineErrors } from './problem.ts';

export type * from './account.schemas.ts';

/** What becomes of what a member wrote for others when they leave. */
export const contentChoices = ['remove', 'anonymise'] as const;

export const accountErrors = defineErrors({
  'account.last_admin': {
    status: 409,
    title: 'You are the only admin',
    detail: 'Somebody has to look after the community. Please make another member an admin first. Nothing was deleted.',
  },
});

/** Everything that the community keeps of the member, as a ZIP file. */
export const accountExport = '/api/account/export';

export const accountPaths = {
  deleteAccount: { method: 'DELETE', path: '/api/account' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const accountCalls: CallsOf<typeof accountPaths, typeof schemas> = accountPaths;
