import { z } from 'zod';
import { fieldWithDefault, id, idParams, multiLine, optionalText, pageQuery, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary, role } from './members.schemas.ts';
import {
  actionsAgainstMember,
  guidelines,
  moderationActions,
  moderationErrors,
  moderationLimits,
  moderationPaths,
} from './moderation.ts';
import { reportReason, reportSubjectType } from './reports.schemas.ts';

export const guideline = z.enum(Object.keys(guidelines) as [Guideline, ...Guideline[]]);
export type Guideline = keyof typeof guidelines;

export const moderationAction = z.enum(moderationActions);
export type ModerationAction = z.infer<typeof moderationAction>;

const note = optionalText(moderationLimits.noteCharacters).nullable().optional();

/** A copy of reported or removed content, for moderators and its author. */
export const quoteView = z
  .object({
    title: z.string().nullable(),
    content: z.string(),
    link: z.string().nullable(),
    /** The photo of a message that was shared in a report. */
    photoUrl: z.string().nullable(),
    /** The pictures of a post with their descriptions. */
    photos: z.array(z.object({ url: z.string(), alt: z.string().nullable() })).default([]),
    /** The options of a post's poll. */
    options: z.array(z.string()).default([]),
    createdAt: timestamp.nullable(),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quoteView>;

/** A moderation case. All reports about a subject, and its wait for review, share one case. */
export const moderationCaseView = z
  .object({
    id,
    subjectType: reportSubjectType,
    subjectId: id,
    /** The author of the subject, or the reported member. Null if they have left. */
    member: memberSummary.nullable(),
    /** The subject was written by a flagged member and waits for review. */
    isHeld: z.boolean(),
    isAppeal: z.boolean(),
    reportsCount: z.int(),
    /** The most urgent of the reports' reasons. */
    reason: reportReason.nullable(),
    createdAt: timestamp,
    dueAt: timestamp,
    isOpened: z.boolean(),
    needsAdmin: z.boolean(),
    /** The moderator who currently works on the case, and the end of their claim. */
    claim: z.object({ moderator: memberSummary, until: timestamp }).nullable(),
  })
  .meta({ id: 'ModerationCase' });
export type ModerationCase = z.infer<typeof moderationCaseView>;

const pastDecision = z.object({
  action: moderationAction,
  reason: guideline.nullable(),
  createdAt: timestamp,
  isReversed: z.boolean(),
});

/** A case with everything that moderators need to decide it. The reporters stay anonymous. */
export const moderationCaseDetails = moderationCaseView
  .extend({
    reports: z.array(
      z.object({
        id,
        reason: reportReason,
        note: z.string().nullable(),
        createdAt: timestamp,
        /** The reported content at the time of the report. */
        quotes: z.array(quoteView),
      }),
    ),
    /** The current subject with its surrounding content, in reading order. */
    around: z.array(quoteView.extend({ author: memberSummary.nullable(), isSubject: z.boolean() })),
    /** Changes when the subject changes. Null if the subject no longer exists. */
    version: z.string().nullable(),
    /** The note of the moderator who handed over the case. */
    handOverNote: z.string().nullable(),
    memberState: z
      .object({ role, isFlagged: z.boolean(), joinedAt: timestamp, decisions: z.array(pastDecision) })
      .nullable(),
    appeal: z
      .object({
        text: z.string(),
        createdAt: timestamp,
        decision: pastDecision.extend({ note: z.string().nullable(), quotes: z.array(quoteView) }),
      })
      .nullable(),
    can: z.object({
      /** Actions that the viewer may take now. */
      actions: z.array(moderationAction),
      /** The error code that any action would fail with; null if there is none. */
      hindrance: z.enum(Object.keys(moderationErrors) as [ModerationErrorCode, ...ModerationErrorCode[]]).nullable(),
    }),
  })
  .meta({ id: 'ModerationCaseDetails' });
export type ModerationCaseDetails = z.infer<typeof moderationCaseDetails>;
type ModerationErrorCode = keyof typeof moderationErrors;

export const listCases = endpoint({
  ...moderationPaths.listCases,
  summary: 'List open moderation cases, earliest due first',
  query: pageQuery,
  replies: { 200: z.array(moderationCaseView) },
  paged: true,
});

export const countCases = endpoint({
  ...moderationPaths.countCases,
  summary: `Count open moderation cases, up to ${moderationLimits.maxCountedCases}, and tell when the last one was closed`,
  replies: {
    /** Cases about the viewer do not count. `lastClosedAt` is null before the first case is closed. */
    200: z.object({ count: z.int(), lastClosedAt: timestamp.nullable() }),
  },
});

export const getCase = endpoint({
  ...moderationPaths.getCase,
  summary: 'Get a moderation case with the reported content and its context',
  params: idParams,
  replies: { 200: moderationCaseDetails },
  errors: moderationErrors,
});

export const claimCase = endpoint({
  ...moderationPaths.claimCase,
  summary: `Claim a moderation case, so that for ${moderationLimits.claimMinutes} minutes nobody else can decide it`,
  params: idParams,
  replies: { 200: moderationCaseDetails },
  errors: moderationErrors,
});

export const handOverInput = z.strictObject({
  /** Returns the case to the queue, or gives it to the admins or to one moderator. */
  to: z.union([z.enum(['anybody', 'admins']), id]),
  note,
});
export type HandOverInput = z.output<typeof handOverInput>;

export const handOverCase = endpoint({
  ...moderationPaths.handOverCase,
  summary: 'Hand over a moderation case',
  params: idParams,
  body: handOverInput,
  replies: { 200: moderationCaseDetails },
  errors: moderationErrors,
});

const isAgainst = (action: ModerationAction): boolean => (actionsAgainstMember as readonly string[]).includes(action);

export const actionInput = z
  .strictObject({
    action: moderationAction,
    /** The violated guideline. Required for `actionsAgainst`. */
    reason: guideline.nullable().optional(),
    /** A message to the member. */
    note,
    until: timestamp.nullable().optional(),
    /** Also removes the subject. Allowed with a warning, a flag or a suspension. */
    removes: fieldWithDefault(z.boolean(), false),
    /** The version that the moderator read. If the subject has changed since, the decision is rejected. */
    version: z.string().max(64).nullable().optional(),
  })
  .refine(({ action, reason }) => !isAgainst(action) || reason, {
    path: ['reason'],
    message: 'Please choose the guideline that was violated',
  })
  .refine(({ action, until }) => action !== 'suspend' || until, {
    path: ['until'],
    message: 'Please choose an end date',
  })
  .refine(({ action, removes }) => !removes || ['warn', 'flag', 'suspend'].includes(action), {
    path: ['removes'],
    message: 'Only possible with a warning, a flag or a suspension',
  });
export type ActionInput = z.output<typeof actionInput>;

export const decisionView = z
  .object({
    id,
    action: moderationAction,
    subjectType: reportSubjectType,
    reason: guideline.nullable(),
    note: z.string().nullable(),
    /** A copy of the removed content. */
    quotes: z.array(quoteView),
    until: timestamp.nullable(),
    createdAt: timestamp,
    isNew: z.boolean(),
    appeal: z
      .object({
        text: z.string(),
        createdAt: timestamp,
        /** Null until the appeal is decided. */
        outcome: z.enum(['upheld', 'reversed']).nullable(),
        answer: z.string().nullable(),
        decidedAt: timestamp.nullable(),
        /** The removed content is visible again. */
        isRestored: z.boolean(),
      })
      .nullable(),
    /** Last moment for an appeal; null if the member cannot appeal. */
    appealUntil: timestamp.nullable(),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof decisionView>;

export const decideCase = endpoint({
  ...moderationPaths.decideCase,
  summary: 'Decide a case. Managers can dismiss, approve, remove and warn; admins can also flag, unflag and suspend',
  params: idParams,
  body: actionInput,
  replies: { 204: null },
  errors: moderationErrors,
});

export const listModerators = endpoint({
  ...moderationPaths.listModerators,
  summary: 'List up to 100 moderators who can take over a case',
  replies: { 200: z.array(memberSummary.extend({ role })) },
});

export const removalInput = z.strictObject({
  // Moderators see messages only in reports.
  subjectType: reportSubjectType.exclude(['message', 'member']),
  subjectId: id,
  reason: guideline,
  note,
});
export type RemovalInput = z.output<typeof removalInput>;

export const removeAsModerator = endpoint({
  ...moderationPaths.removeAsModerator,
  summary: 'Remove content without a report; the author is told the guideline and can appeal',
  body: removalInput,
  replies: { 201: decisionView },
  errors: moderationErrors,
});

export const listOwnDecisions = endpoint({
  ...moderationPaths.listOwnDecisions,
  summary: 'List moderation decisions about the member, latest first',
  query: pageQuery,
  replies: { 200: z.array(decisionView) },
  paged: true,
});

export const countNewDecisions = endpoint({
  ...moderationPaths.countNewDecisions,
  summary: 'Count decisions that the member has not seen',
  replies: { 200: z.object({ count: z.int() }) },
});

export const seeDecisions = endpoint({
  ...moderationPaths.seeDecisions,
  summary: 'Mark all decisions as seen',
  replies: { 204: null },
});

export const appealInput = z.strictObject({ decisionId: id, text: multiLine(moderationLimits.appealCharacters) });
export type AppealInput = z.output<typeof appealInput>;

export const createAppeal = endpoint({
  ...moderationPaths.createAppeal,
  summary: 'Appeal a decision; possible once, within 30 days',
  body: appealInput,
  replies: { 201: decisionView },
  errors: moderationErrors,
});

export const moderationEvents = {
  /** For moderators: a case was opened, claimed, handed over or decided. */
  'moderation.changed': z.object({ type: z.literal('moderation.changed'), caseId: id }),
  /** For the member concerned. */
  'decision.made': z.object({ type: z.literal('decision.made'), decisionId: id }),
};
