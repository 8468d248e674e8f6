import { randomUUIDv7 } from 'node:crypto';
import { joinWaitlist, waitlistErrors } from '@commons/contract/waitlist';
import type { FastifyInstance } from 'fastify';
import { violatedConstraint } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { waitlistEntries } from './waitlist.tables.ts';

const waitlistError = errorsOf(waitlistErrors);

export function waitlistRoutes(app: FastifyInstance): void {
  route(app, joinWaitlist, { access: 'public', limits: [limits.waitlist] }, async ({ body, once, send }) => {
    const entry = { ...body, message: body.message ?? null, id: randomUUIDv7(), createdAt: new Date() };
    try {
      const view = await once(async ({ tx }) => {
        await tx.insert(waitlistEntries).values(entry);
        return { ...entry, createdAt: entry.createdAt.toISOString() };
      });
      return send(201, view);
    } catch (error) {
      if (violatedConstraint(error) === 'waitlist_entries_one_per_email')
        throw waitlistError('waitlist.email_exists', { cause: error });
      throw error;
    }
  });
}
