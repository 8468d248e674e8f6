import { type joinWaitlistInput, waitlistErrors } from '@commons/contract/waitlist';
import { joinWaitlist } from '@commons/contract/waitlist/schemas';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { newId } from '../../platform/database/columns.ts';
import { violatedConstraint } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import { form } from '../../platform/http/forms.ts';
import { route } from '../../platform/http/routes.ts';
import type { Once } from '../../platform/idempotency/idempotency.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { waitlistEntries } from './waitlist.tables.ts';

const waitlistError = errorsOf(waitlistErrors);

/** Both ways to join: the call, and the form of a page that has no code. */
async function join(input: z.output<typeof joinWaitlistInput>, once: Once) {
  const entry = { ...input, message: input.message ?? null, id: newId(), createdAt: new Date() };
  try {
    return await once(async ({ tx }) => {
      await tx.insert(waitlistEntries).values(entry);
      return { ...entry, createdAt: entry.createdAt.toISOString() };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'waitlist_entries_one_per_email')
      throw waitlistError('waitlist.email_exists', { cause: error });
    throw error;
  }
}

function waitlistRoutes(app: FastifyInstance): void {
  const rules = { access: 'public', limits: [limits.waitlist] } as const;
  route(app, joinWaitlist, rules, async ({ body, once, send }) => send(201, await join(body, once)));

  const fields = {
    firstName: 'shown again',
    lastName: 'shown again',
    email: 'shown again',
    message: 'shown again',
  } as const;
  form(app, '/waitlist', joinWaitlist, { ...rules, fields }, async ({ body, request }) => {
    await join(body, app.runOnce(request));
    return 'done';
  });
}

export const waitlist: Feature = { name: 'waitlist', open: waitlistRoutes };
