import { z } from 'zod';
import { id, optionalField, optionalText, pageQuery, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { reportErrors, reportLimits, reportPaths, reportReasons, reportStates, reportSubjectTypes } from './reports.ts';

export const reportSubjectType = z.enum(reportSubjectTypes);
export type ReportSubjectType = z.infer<typeof reportSubjectType>;

export const reportReason = z.enum(reportReasons);
export type ReportReason = z.infer<typeof reportReason>;

export const reportState = z.enum(reportStates);
export type ReportState = z.infer<typeof reportState>;

/** A report as the member who made it sees it. */
export const reportView = z
  .object({
    id,
    subjectType: reportSubjectType,
    subjectId: id,
    reason: reportReason,
    note: z.string().nullable(),
    state: reportState,
    createdAt: timestamp,
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof reportView>;

/**
 * `messageIds` are messages that the reported member sent to the reporter, who shares them with the moderators. They
 * read no other message of the conversation.
 */
export const reportInput = z
  .strictObject({
    subjectType: reportSubjectType,
    subjectId: id,
    reason: reportReason,
    note: optionalText(reportLimits.noteCharacters).nullable().optional(),
    messageIds: optionalField(z.array(id).max(reportLimits.sharedMessages)),
  })
  .refine(({ subjectType, messageIds }) => messageIds === undefined || subjectType === 'member', {
    path: ['messageIds'],
    message: 'Messages are shared with the report of a member',
  });
export type ReportInput = z.output<typeof reportInput>;

/** A member who is reported has their waiting message request declined in the same moment; they are not told. */
export const createReport = endpoint({
  ...reportPaths.createReport,
  summary: 'Report something or somebody to the moderators; once for each thing',
  body: reportInput,
  replies: { 201: reportView },
  errors: reportErrors,
});

export const listOwnReports = endpoint({
  ...reportPaths.listOwnReports,
  summary: 'What the member reported, the latest first',
  query: pageQuery,
  replies: { 200: z.array(reportView) },
  paged: true,
});

export const reportEvents = {
  /** To who reported: a moderator looked at it, or closed it. */
  'report.changed': z.object({ type: z.literal('report.changed'), reportId: id }),
};
