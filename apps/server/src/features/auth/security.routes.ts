import { memberStatusErrors } from '@commons/contract/member-status';
import { breakLimits, securityErrors } from '@commons/contract/security';
import * as contract from '@commons/contract/security/schemas';
import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '../../community/feature.ts';
import { adminRulesOf, isLastAdmin, lockRoles } from '../../community/members/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { errorsOf } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { setBreak } from '../profiles/index.ts';
import { confirmEmailChange, requestEmailChange, requestEmailConfirmation } from './email-change.service.ts';
import { changePassword } from './password.service.ts';
import { endAllSessions, endOtherSessions, endSessionById, signOutBrowser } from './sessions.ts';
import type { createTwoFactor } from './two-factor.service.ts';

const securityError = errorsOf(securityErrors);
const statusError = errorsOf(memberStatusErrors);

/** Routes for account security: sessions, password, email, two-factor sign-in and breaks. */
export function securityRoutes(
  app: FastifyInstance,
  context: FeatureContext,
  twoFactor: ReturnType<typeof createTwoFactor>,
): void {
  const { db, bus, transact } = context;
  const memberRules = { access: 'member' } as const;
  const passwordRules = { access: 'member', limits: [limits.provingPassword] } as const;

  route(app, contract.endSession, memberRules, async ({ viewer, params, reply }) => {
    if (!(await endSessionById(db, bus, viewer.id, params.id))) throw securityError('security.session_not_found');
    if (params.id === viewer.sessionId) signOutBrowser(reply, context.publicUrl);
  });

  route(app, contract.endOtherSessions, memberRules, ({ viewer }) =>
    transact((work) => endOtherSessions(work, viewer)),
  );

  route(app, contract.changePassword, passwordRules, ({ viewer, body }) => changePassword(context, viewer, body));

  route(app, contract.requestEmailChange, passwordRules, ({ viewer, body }) =>
    requestEmailChange(context, viewer.id, body),
  );

  route(app, contract.requestEmailConfirmation, memberRules, ({ viewer }) =>
    requestEmailConfirmation(context, viewer.id),
  );

  const confirmRules = { access: 'public', limits: [limits.passwordReset] } as const;
  route(app, contract.confirmEmailChange, confirmRules, ({ body }) => confirmEmailChange(context, body.token));

  route(app, contract.takeBreak, memberRules, async ({ viewer, body, reply }) => {
    const until = new Date(body.until);
    const seconds = (until.getTime() - databaseNow().getTime()) / 1000;
    if (seconds < breakLimits.minSeconds || seconds > breakLimits.maxSeconds)
      throw securityError('security.break_too_short_or_long');
    await transact(async (work) => {
      await lockRoles(work.tx);
      if (await isLastAdmin(work.tx, viewer.id, adminRulesOf(context))) throw statusError('members.last_admin');
      await setBreak(work, viewer.id, until);
    });
    await endAllSessions(db, bus, viewer.id);
    signOutBrowser(reply, context.publicUrl);
  });

  route(app, contract.endBreak, memberRules, ({ viewer }) => transact((work) => setBreak(work, viewer.id, null)));

  route(app, contract.getTwoFactor, memberRules, ({ viewer }) => twoFactor.find(viewer.id));

  route(app, contract.beginTwoFactor, passwordRules, ({ viewer, body }) => twoFactor.begin(viewer.id, body.password));

  route(app, contract.confirmTwoFactor, passwordRules, ({ viewer, body }) => twoFactor.confirm(viewer.id, body.code));

  route(app, contract.disableTwoFactor, passwordRules, ({ viewer, body }) =>
    twoFactor.disable(viewer.id, body.password),
  );

  route(app, contract.renewRecoveryCodes, passwordRules, async ({ viewer, body }) => ({
    recoveryCodes: await twoFactor.renewRecoveryCodes(viewer.id, body.password),
  }));
}
