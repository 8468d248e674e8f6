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

/** A report, as shown to the member who made it. */
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
 * `messageIds`: messages from the reported member to the reporter that the reporter shares. Moderators see no other
 * message of the conversation.
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
    message: 'Messages can only be shared when you report a member',
  });
export type ReportInput = z.output<typeof reportInput>;

/** Reporting a member also declines their pending message request. They are not notified. */
export const createReport = endpoint({
  ...reportPaths.createReport,
  summary: 'Report content or a member to the moderators; possible once for each subject',
  body: reportInput,
  replies: { 201: reportView },
  errors: reportErrors,
});

export const listOwnReports = endpoint({
  ...reportPaths.listOwnReports,
  summary: 'List one’s own reports, latest first',
  query: pageQuery,
  replies: { 200: z.array(reportView) },
  paged: true,
});

export const reportEvents = {
  /** For the reporter: a moderator looked at the report or closed it. */
  'report.changed': z.object({ type: z.literal('report.changed'), reportId: id }),
};
