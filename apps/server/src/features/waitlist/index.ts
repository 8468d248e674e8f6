import { waitlistErrors } from '@commons/contract/waitlist';
import type { joinWaitlistInput } from '@commons/contract/waitlist/schemas';
import * as contract from '@commons/contract/waitlist/schemas';
import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { allAccessCodesOf, createAccessCodeCheck } from '../../community/access-codes.ts';
import { byAdminOrCode, recordAudit } from '../../community/audit/index.ts';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { form } from '../../pages/forms.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { violatedConstraint } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import type { Once } from '../../platform/idempotency/idempotency.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';
import { invitationMail, invitationTasks, invite, toInvitableEntry } from './invitations.ts';
import { waitlistEntries } from './waitlist.tables.ts';
import { personalData } from './waitlist.tables.ts';

export { invitations } from './invitations.ts';

const waitlistError = errorsOf(waitlistErrors);

/** Adds an entry, for the API call and for the form without JavaScript. */
async function addEntry(input: z.output<typeof joinWaitlistInput>, once: Once) {
  const entry = { ...input, message: input.message ?? null, id: newId(), createdAt: databaseNow() };
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

function publicRoutes(app: FastifyInstance): void {
  const rules = { access: 'public', limits: [limits.waitlist] } as const;
  route(app, contract.joinWaitlist, rules, ({ body, once }) => addEntry(body, once));

  const fields = {
    firstName: 'shown',
    lastName: 'shown',
    email: 'shown',
    message: 'shown',
  } as const;
  form(app, '/waitlist', contract.joinWaitlist, { ...rules, fields }, async ({ body, request }) => {
    await addEntry(body, app.runOnce(request));
    return 'done';
  });
}

function adminRoutes(app: FastifyInstance, { db, transact, attempt, settings, sessionSecrets }: FeatureContext): void {
  const checkAccessCode = createAccessCodeCheck(
    attempt,
    () => allAccessCodesOf(settings.current, sessionSecrets).waitlist,
  );
  type AdminRequest = {
    viewer: Viewer | undefined;
    request: FastifyRequest;
    body: { accessCode?: string | undefined } | null | undefined;
  };
  const assertOpen = async ({ viewer, request, body }: AdminRequest) => {
    if (!isAdmin(viewer)) await checkAccessCode(request, body?.accessCode);
  };

  route(app, contract.listWaitlist, { access: 'optional-session' }, async (adminRequest) => {
    await assertOpen(adminRequest);
    const entries = await db.select().from(waitlistEntries).orderBy(desc(waitlistEntries.id));
    return entries.map(toInvitableEntry);
  });

  route(app, contract.deleteWaitlistEntry, { access: 'optional-session' }, async ({ params, ...adminRequest }) => {
    await assertOpen(adminRequest);
    await transact(async ({ tx }) => {
      const { rowCount } = await tx.delete(waitlistEntries).where(eq(waitlistEntries.id, params.id));
      if (rowCount === 0) throw waitlistError('waitlist.entry_not_found');
      await recordAudit(
        { tx },
        { ...byAdminOrCode(adminRequest.viewer), action: 'waitlist_entry.deleted', subjectId: params.id },
      );
    });
  });

  const inviting = { access: 'admin', limits: [limits.inviting] } as const;
  route(app, contract.inviteFromWaitlist, inviting, ({ viewer, body, once }) =>
    once((work) => {
      if (settings.current.signUp === 'closed') throw waitlistError('waitlist.sign_up_closed');
      return invite(work, viewer, body.id);
    }),
  );
}

export const waitlist: Feature = {
  name: 'waitlist',
  registerRoutes(app, context) {
    publicRoutes(app);
    adminRoutes(app, context);
  },
  tasks: invitationTasks,
  mails: [invitationMail],
  personalData,
};
