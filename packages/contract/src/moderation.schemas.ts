import { z } from 'zod';
import { fieldWithDefault, id, idParams, multiLine, optionalText, pageQuery, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { memberSummary, role } from './members.schemas.ts';
import {
  actionsAgainst,
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

/** Words, and what came with them, as moderators read them. */
export const quoteView = z
  .object({
    title: z.string().nullable(),
    content: z.string(),
    link: z.string().nullable(),
    /** A photo of a message that was shared with a report. */
    photoUrl: z.string().nullable(),
    /** The pictures of a post, as they are described. */
    photos: z.array(z.object({ url: z.string(), alt: z.string().nullable() })).default([]),
    /** What the poll of a post asks to choose from. */
    options: z.array(z.string()).default([]),
    createdAt: timestamp.nullable(),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof quoteView>;

/** One case for each thing: all reports of it gather there, and the wait of what is held for review. */
export const moderationCaseView = z
  .object({
    id,
    subjectType: reportSubjectType,
    subjectId: id,
    /** Whose it is; null when they left. */
    member: memberSummary.nullable(),
    /** What a flagged member wrote waits to be published. */
    isHeld: z.boolean(),
    isAppeal: z.boolean(),
    reportsCount: z.int(),
    /** The most urgent of the reports' reasons. */
    reason: reportReason.nullable(),
    createdAt: timestamp,
    dueAt: timestamp,
    isOpened: z.boolean(),
    needsAdmin: z.boolean(),
    /** Who works on it at the moment, and until when. */
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

/** A case with what moderators read to decide it. Nothing says who reported. */
export const moderationCaseDetails = moderationCaseView
  .extend({
    reports: z.array(
      z.object({
        id,
        reason: reportReason,
        note: z.string().nullable(),
        createdAt: timestamp,
        /** What was reported, as it was then. */
        quotes: z.array(quoteView),
      }),
    ),
    /** The thing as it is now between what stands around it, in the order in which it is read. */
    around: z.array(quoteView.extend({ author: memberSummary.nullable(), isSubject: z.boolean() })),
    /** Changes with the thing; null where there is none any more. */
    version: z.string().nullable(),
    /** What whoever handed the case over wants the next one to know. */
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
      /** What the viewer may do about it now. */
      actions: z.array(moderationAction),
      /** Why they may do nothing, by the code of the error that they would meet. */
      hindrance: z.enum(Object.keys(moderationErrors) as [ModerationErrorCode, ...ModerationErrorCode[]]).nullable(),
    }),
  })
  .meta({ id: 'ModerationCaseDetails' });
export type ModerationCaseDetails = z.infer<typeof moderationCaseDetails>;
type ModerationErrorCode = keyof typeof moderationErrors;

export const listCases = endpoint({
  ...moderationPaths.listCases,
  summary: 'What waits for a moderator, what is due first at the top',
  query: pageQuery,
  replies: { 200: z.array(moderationCaseView) },
  paged: true,
});

export const countCases = endpoint({
  ...moderationPaths.countCases,
  summary: `How many cases wait for a moderator; ${moderationLimits.countedCases} for more than that, too`,
  replies: { 200: z.object({ count: z.int() }) },
});

export const getCase = endpoint({
  ...moderationPaths.getCase,
  summary: 'A case with what was reported and what stands around it',
  params: idParams,
  replies: { 200: moderationCaseDetails },
  errors: moderationErrors,
});

export const claimCase = endpoint({
  ...moderationPaths.claimCase,
  summary: 'Open a case and take it: for some time nobody else decides it',
  params: idParams,
  replies: { 200: moderationCaseDetails },
  errors: moderationErrors,
});

export const handOverInput = z.strictObject({
  /** Back into the queue, to the admins, or to one moderator. */
  to: z.union([z.enum(['anybody', 'admins']), id]),
  note,
});
export type HandOverInput = z.output<typeof handOverInput>;

export const handOverCase = endpoint({
  ...moderationPaths.handOverCase,
  summary: 'Give a case to somebody else',
  params: idParams,
  body: handOverInput,
  replies: { 200: moderationCaseDetails },
  errors: moderationErrors,
});

const isAgainst = (action: ModerationAction): boolean => (actionsAgainst as readonly string[]).includes(action);

export const actionInput = z
  .strictObject({
    action: moderationAction,
    /** The guideline that it rests on, where it is against somebody. */
    reason: guideline.nullable().optional(),
    /** Words to the member. */
    note,
    until: timestamp.nullable().optional(),
    /** Also takes the thing down, with a warning, a flag or a suspension. */
    removes: fieldWithDefault(z.boolean(), false),
    /** Of what was read: words that came later are neither published nor left as they are. */
    version: z.string().max(64).nullable().optional(),
  })
  .refine(({ action, reason }) => !isAgainst(action) || reason, {
    path: ['reason'],
    message: 'Please choose the guideline that this rests on',
  })
  .refine(({ action, until }) => action !== 'suspend' || until, {
    path: ['until'],
    message: 'Please choose until when',
  })
  .refine(({ action, removes }) => !removes || ['warn', 'flag', 'suspend'].includes(action), {
    path: ['removes'],
    message: 'Goes with a warning, a flag or a suspension',
  });
export type ActionInput = z.output<typeof actionInput>;

export const decisionView = z
  .object({
    id,
    action: moderationAction,
    subjectType: reportSubjectType,
    reason: guideline.nullable(),
    note: z.string().nullable(),
    /** What was removed, as it was. */
    quotes: z.array(quoteView),
    until: timestamp.nullable(),
    createdAt: timestamp,
    isNew: z.boolean(),
    appeal: z
      .object({
        text: z.string(),
        createdAt: timestamp,
        /** Null until somebody decided it. */
        outcome: z.enum(['upheld', 'reversed']).nullable(),
        answer: z.string().nullable(),
        decidedAt: timestamp.nullable(),
        /** What was removed is there again. */
        isRestored: z.boolean(),
      })
      .nullable(),
    /** Until when the member may appeal; null when they may not, or not any more. */
    appealUntil: timestamp.nullable(),
  })
  .meta({ id: 'Decision' });
export type Decision = z.infer<typeof decisionView>;

export const decideCase = endpoint({
  ...moderationPaths.decideCase,
  summary: 'Decide a case. Managers dismiss, approve, remove and warn; admins also flag, unflag and suspend',
  params: idParams,
  body: actionInput,
  replies: { 204: null },
  errors: moderationErrors,
});

export const listModerators = endpoint({
  ...moderationPaths.listModerators,
  summary: 'To whom a case can be handed; up to 100',
  replies: { 200: z.array(memberSummary.extend({ role })) },
});

export const removalInput = z.strictObject({
  // Moderators know of messages only by reports.
  subjectType: reportSubjectType.exclude(['message', 'member']),
  subjectId: id,
  reason: guideline,
  note,
});
export type RemovalInput = z.output<typeof removalInput>;

export const removeAsModerator = endpoint({
  ...moderationPaths.removeAsModerator,
  summary: 'Take down what somebody wrote, without a report; they are told by which guideline, and may appeal',
  body: removalInput,
  replies: { 201: decisionView },
  errors: moderationErrors,
});

export const listOwnDecisions = endpoint({
  ...moderationPaths.listOwnDecisions,
  summary: 'What moderators decided about the member, the latest first',
  query: pageQuery,
  replies: { 200: z.array(decisionView) },
  paged: true,
});

export const countNewDecisions = endpoint({
  ...moderationPaths.countNewDecisions,
  summary: 'How many decisions about them the member has not seen',
  replies: { 200: z.object({ count: z.int() }) },
});

export const seeDecisions = endpoint({
  ...moderationPaths.seeDecisions,
  summary: 'The member has seen what was decided so far',
  replies: { 204: null },
});

export const appealInput = z.strictObject({ decisionId: id, text: multiLine(moderationLimits.appealCharacters) });
export type AppealInput = z.output<typeof appealInput>;

export const createAppeal = endpoint({
  ...moderationPaths.createAppeal,
  summary: 'Ask that somebody else look at a decision again; once, within 30 days',
  body: appealInput,
  replies: { 201: decisionView },
  errors: moderationErrors,
});

export const moderationEvents = {
  /** To moderators: a case came, was taken or decided. */
  'moderation.changed': z.object({ type: z.literal('moderation.changed'), caseId: id }),
  /** To the member whom it is about. */
  'decision.made': z.object({ type: z.literal('decision.made'), decisionId: id }),
};
