import * as contract from '@commons/contract/profiles/schemas';
import { and, gte, isNull, lt, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { firstIdAt } from '../../platform/database/columns.ts';
import { route } from '../../platform/http/routes.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { mailContextOf } from '../../platform/mail/mail-template.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import { blockMember, listBlocked, listMuted, muteMember, unblockMember, unmuteMember } from './blocks.service.ts';
import { personalData as blocksData } from './blocks.tables.ts';
import { findReportedMembers, peopleSearchSource } from './members.queries.ts';
import { personalData as mutedWordsData } from './muted-words.tables.ts';
import { changeMutedWords, getMutedWords } from './muted-words.ts';
import { findSuspensionMail, suspensionMail, suspensionMailTask, clearExpiredSuspensions } from './status.service.ts';
import { users } from './users.tables.ts';
import { personalData as usersData } from './users.tables.ts';

export { memberBlocked } from './blocks.service.ts';
export {
  availabilityChanged,
  setFlag,
  setRole,
  suspendMember,
  removeFlagOfCase,
  unsuspendMember,
} from './status.service.ts';
export { type AdminRules, adminRulesOf, canActAsAdmin, isLastAdmin, lockRoles } from './admins.ts';
export {
  countActiveMembers,
  findDataSubject,
  findVisibleMember,
  lockPair,
  pairKey,
  pairLock,
  memberColumns,
  peopleSearchSource,
  toDataSubject,
  toMemberSummary,
} from './members.queries.ts';
export { mutedWordsOfMember } from './muted-words.ts';
export {
  hiddenMemberIds,
  isActive,
  isMemberVisible,
  isNotMuted,
  isAvailable,
  isVisible,
  mutedMemberIds,
  visibilityParameters,
  visibilityTypes,
} from './visibility.ts';

function blockRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  const member = { access: 'member' } as const;
  const relate = { access: 'member', limits: [limits.changingConnections] } as const;

  route(app, contract.listBlocks, member, ({ viewer }) => listBlocked(db, viewer.id));

  route(app, contract.block, relate, ({ viewer, params }) =>
    transact((work) => blockMember(work, viewer.id, params.userId)),
  );

  route(app, contract.unblock, relate, ({ viewer, params }) =>
    transact((work) => unblockMember(work, viewer.id, params.userId)),
  );

  route(app, contract.listMutes, member, ({ viewer }) => listMuted(db, viewer));

  route(app, contract.mute, relate, ({ viewer, params }) =>
    transact((work) => muteMember(work, viewer, params.userId)),
  );

  route(app, contract.unmute, relate, ({ viewer, params }) =>
    transact((work) => unmuteMember(work, viewer.id, params.userId)),
  );

  route(app, contract.getMutedWords, member, ({ viewer }) => getMutedWords(db, viewer.id));

  route(app, contract.updateMutedWords, relate, ({ viewer, body }) =>
    transact((work) => changeMutedWords(work, viewer.id, body)),
  );
}

export const members: Feature = {
  name: 'members',
  registerRoutes: blockRoutes,
  searchSources: [peopleSearchSource],
  reportable: { member: findReportedMembers },
  healthFigures: [
    {
      name: 'members',
      count: (db, { to }) =>
        db.$count(users, and(lt(users.id, firstIdAt(to)), or(isNull(users.leftAt), gte(users.leftAt, to)))),
    },
  ],
  tasks: (context) => [
    task(suspensionMailTask, async ({ memberId }) => {
      const mail = await findSuspensionMail(context.db, memberId, mailContextOf(context));
      if (mail) await context.mailer.send(mail);
    }),
  ],
  mails: [suspensionMail],
  jobs: ({ db }) => [{ name: 'ended-suspensions', cron: '* * * * *', run: () => clearExpiredSuspensions(db) }],
  personalData: [...usersData, ...mutedWordsData, ...blocksData],
};
