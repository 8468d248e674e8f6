import * as contract from '@commons/contract/consent/schemas';
import { personalData } from '../../community/consent/consent.tables.ts';
import { giveConsent, withdrawConsent } from '../../community/consent/index.ts';
import type { Feature } from '../../community/feature.ts';
import { route } from '../../platform/http/routes.ts';
import { getCurrentUser } from '../profiles/index.ts';

/** A member's consent to process data about their health, and their acceptance of the guidelines. */
export const consent: Feature = {
  name: 'consent',
  registerRoutes(app, { transact }) {
    const rules = { access: 'member', isOpenWithoutConsent: true } as const;
    route(app, contract.giveConsent, rules, ({ viewer, body }) =>
      transact(async (work) => {
        await giveConsent(work, viewer.id, body);
        return getCurrentUser(work.tx, viewer);
      }),
    );
    route(app, contract.withdrawConsent, rules, ({ viewer }) =>
      transact(async (work) => {
        await withdrawConsent(work, viewer.id);
        return getCurrentUser(work.tx, viewer);
      }),
    );
  },
  personalData,
};
