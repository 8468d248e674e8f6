import * as contract from '@commons/contract/moderation/schemas';
import { and, gt, gte, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  contributionHeld,
  contributionsRemoved,
  removedByModerator,
} from '../../community/contributions/contribution-events.ts';
import { type HealthFigure, type Feature, type FeatureContext, moderatedOf } from '../../community/feature.ts';
import { firstIdAt } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import { cursorOf, idCursor, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { concernChanged } from '../concerns/index.ts';
import { reportCreated } from '../reports/index.ts';
import {
  countNewDecisions,
  createAppeal,
  listDecisions,
  markDecisionsSeen,
  toDecisionView,
} from './appeals.service.ts';
import {
  closeCasesOfDeleted,
  notifyModerators,
  openCaseOfHeldContribution,
  openCaseOfReport,
} from './cases.opening.ts';
import { caseKeyOf, countCases, getCase, listCases, listModerators, toCaseView } from './cases.queries.ts';
import { claimCase, handOverCase } from './cases.service.ts';
import { decisionMails, decisionMailTasks } from './decisions.mail.ts';
import { decideCase, eraseRemovedContent, removeContribution, removeDirectly } from './decisions.service.ts';
import { closeAndRedact } from './departure.ts';
import { moderationError } from './moderation.policy.ts';
import { moderationCases, personalData } from './moderation.tables.ts';

export { reportOpened } from './cases.opening.ts';
export { reportsClosed } from './cases.service.ts';
export { moderationDecided } from './decisions.record.ts';

const caseCursor = cursorOf(z.object({ dueAt: instantKey, id: z.uuid() }));

function queueRoutes(app: FastifyInstance, { db, transact, features }: FeatureContext): void {
  const moderated = moderatedOf(features);
  const moderator = { access: 'moderator' } as const;
  const decide = { access: 'moderator', limits: [limits.moderating] } as const;

  const list = { access: 'moderator', cursor: caseCursor } as const;
  route(app, contract.listCases, list, async ({ viewer, query, after }) => {
    const rows = await listCases(db, viewer, { after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, toCaseView, caseKeyOf);
  });

  route(app, contract.countCases, moderator, async ({ viewer }) => countCases(db, viewer));

  route(app, contract.getCase, moderator, ({ viewer, params }) => getCase(db, moderated, viewer, params.id));

  route(app, contract.claimCase, decide, async ({ viewer, params }) => {
    await transact((work) => claimCase(work, viewer, params.id));
    return getCase(db, moderated, viewer, params.id);
  });

  route(app, contract.handOverCase, decide, async ({ viewer, params, body }) => {
    await transact((work) => handOverCase(work, viewer, params.id, body));
    return getCase(db, moderated, viewer, params.id);
  });

  route(app, contract.decideCase, decide, async ({ viewer, params, body, once }) => {
    await once(async (work) => {
      await decideCase(work, moderated, viewer, params.id, body);
      return null;
    });
  });

  route(app, contract.listModerators, moderator, () => listModerators(db));

  route(app, contract.removeAsModerator, decide, async ({ viewer, body, once }) => {
    const moderation = moderated.get(body.subjectType);
    if (!moderation) throw moderationError('moderation.already_gone');
    return once(async (work) =>
      toDecisionView({ decision: await removeDirectly(work, moderation, viewer, body), appeal: null }),
    );
  });
}

function memberRoutes(app: FastifyInstance, { db }: FeatureContext): void {
  // Suspended members may read the decisions about them and appeal.
  const member = { access: 'member', isOpenToSuspended: true } as const;

  const list = { access: 'member', cursor: idCursor, isOpenToSuspended: true } as const;
  route(app, contract.listOwnDecisions, list, async ({ viewer, query, after }) => {
    const rows = await listDecisions(db, viewer, { before: after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, toDecisionView, ({ decision }) => decision.id);
  });

  route(app, contract.countNewDecisions, member, async ({ viewer }) => ({
    count: await countNewDecisions(db, viewer),
  }));

  route(app, contract.seeDecisions, member, ({ viewer }) => markDecisionsSeen(db, viewer));

  const appeal = { access: 'member', limits: [limits.reporting], isOpenToSuspended: true } as const;
  route(app, contract.createAppeal, appeal, ({ viewer, body, once }) =>
    once((work) => createAppeal(work, viewer, body)),
  );
}

/** Reported cases that were still open at the end of the day. All reports of one subject count once. */
const openReports: HealthFigure = {
  name: 'openReports',
  count: (db, { to }) => {
    const { id, closedAt, reportsCount } = moderationCases;
    return db.$count(
      moderationCases,
      and(gt(reportsCount, 0), lt(id, firstIdAt(to)), sql`(${closedAt} IS NULL OR ${closedAt} >= ${to.toISOString()})`),
    );
  },
};

/** Median age in minutes of the reported cases closed on the day. */
const reportAnswerMinutes: HealthFigure = {
  name: 'reportAnswerMinutes',
  async count(db, { from, to }) {
    const { createdAt, closedAt, reportsCount } = moderationCases;
    const median = sql<number | null>`percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM ${closedAt} - ${createdAt}) / 60
    )`;
    return onlyRow(
      await db
        .select({ median })
        .from(moderationCases)
        .where(and(gt(reportsCount, 0), gte(closedAt, from), lt(closedAt, to))),
    ).median;
  },
};

export const moderation: Feature = {
  name: 'moderation',
  registerRoutes(app, context) {
    queueRoutes(app, context);
    memberRoutes(app, context);
  },
  // Before counts: a transaction that decides a case locks the case first.
  lockOrder: 30,
  subscribers: [
    subscriber(reportCreated, 'Opens a case, or adds the report to the open one.', openCaseOfReport),
    subscriber(
      contributionHeld,
      'Opens a case for the contribution that waits for review.',
      openCaseOfHeldContribution,
    ),
    subscriber(concernChanged, 'Notifies the moderators.', (work, { id }) =>
      notifyModerators(work, { id, memberId: null }),
    ),
    subscriber(contributionsRemoved, 'Closes their cases that have no reports.', closeCasesOfDeleted),
    subscriber(removedByModerator, 'Records a decision that the author can appeal.', removeContribution),
  ],
  healthFigures: [openReports, reportAnswerMinutes],
  tasks: decisionMailTasks,
  mails: decisionMails,
  jobs: ({ db, transact, features }) => [
    {
      name: 'removed-contributions',
      cron: '43 * * * *',
      run: () => eraseRemovedContent(db, transact, moderatedOf(features)),
    },
  ],
  personalData,
  departures: [closeAndRedact],
};
