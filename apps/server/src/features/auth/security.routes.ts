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

  route(app, contract.endSession, memberRules, async ({ viewer, params, reply, send }) => {
    if (!(await endSessionById(db, bus, viewer.id, params.id))) throw securityError('security.session_not_found');
    if (params.id === viewer.sessionId) signOutBrowser(reply, context.publicUrl);
    return send(204);
  });

  route(app, contract.endOtherSessions, memberRules, async ({ viewer, send }) => {
    await transact((work) => endOtherSessions(work, viewer));
    return send(204);
  });

  route(app, contract.changePassword, passwordRules, async ({ viewer, body, send }) => {
    await changePassword(context, viewer, body);
    return send(204);
  });

  route(app, contract.requestEmailChange, passwordRules, async ({ viewer, body, send }) => {
    await requestEmailChange(context, viewer.id, body);
    return send(204);
  });

  route(app, contract.requestEmailConfirmation, memberRules, async ({ viewer, send }) => {
    await requestEmailConfirmation(context, viewer.id);
    return send(204);
  });

  const confirmRules = { access: 'public', limits: [limits.passwordReset] } as const;
  route(app, contract.confirmEmailChange, confirmRules, async ({ body, send }) => {
    await confirmEmailChange(context, body.token);
    return send(204);
  });

  route(app, contract.takeBreak, memberRules, async ({ viewer, body, reply, send }) => {
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
    return send(204);
  });

  route(app, contract.endBreak, memberRules, async ({ viewer, send }) => {
    await transact((work) => setBreak(work, viewer.id, null));
    return send(204);
  });

  route(app, contract.getTwoFactor, memberRules, async ({ viewer, send }) =>
    send(200, await twoFactor.find(viewer.id)),
  );

  route(app, contract.beginTwoFactor, passwordRules, async ({ viewer, body, send }) =>
    send(200, await twoFactor.begin(viewer.id, body.password)),
  );

  route(app, contract.confirmTwoFactor, passwordRules, async ({ viewer, body, send }) => {
    await twoFactor.confirm(viewer.id, body.code);
    return send(204);
  });

  route(app, contract.disableTwoFactor, passwordRules, async ({ viewer, body, send }) => {
    await twoFactor.disable(viewer.id, body.password);
    return send(204);
  });

  route(app, contract.renewRecoveryCodes, passwordRules, async ({ viewer, body, send }) =>
    send(200, { recoveryCodes: await twoFactor.renewRecoveryCodes(viewer.id, body.password) }),
  );
}
