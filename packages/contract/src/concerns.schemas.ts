import { z } from 'zod';
import {
  email,
  id,
  idParams,
  multiLine,
  optionalField,
  optionalLine,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { concernErrors, concernKinds, concernLimits, concernPaths } from './concerns.ts';
import { endpoint } from './endpoint.ts';

export const concernKind = z.enum(Object.keys(concernKinds) as [ConcernKind, ...ConcernKind[]], {
  error: 'Please choose what it is about',
});
export type ConcernKind = keyof typeof concernKinds;

const { textCharacters, answerCharacters, nameCharacters, addressCharacters } = concernLimits;

export const concernInput = z.strictObject({
  kind: concernKind,
  text: multiLine(textCharacters),
  /** Address of the content, as precise as the sender knows it. */
  address: optionalLine(addressCharacters).nullish(),
  name: optionalLine(nameCharacters).nullish(),
  /** Without an email, nobody can answer. */
  email: z.union([z.literal('').transform(() => null), email]).nullish(),
  /** Hidden from people. Programs that fill in every field fill in this one, too. */
  website: optionalField(singleLine(addressCharacters)),
});
export type ConcernInput = z.output<typeof concernInput>;

export const concernReceipt = z
  .object({
    /** Number for questions about the concern. */
    receipt: z.string(),
  })
  .meta({ id: 'ConcernReceipt' });

export const reportConcern = endpoint({
  ...concernPaths.reportConcern,
  summary: 'Report content or send a complaint, without an account',
  body: concernInput,
  replies: { 201: concernReceipt },
});

export const confirmConcern = endpoint({
  ...concernPaths.confirmConcern,
  summary: 'Confirm the email of a concern with the token of the mailed link',
  body: z.strictObject({ token: singleLine(100).min(1) }),
  replies: { 204: null },
  errors: concernErrors,
});

export const concernView = z
  .object({
    id,
    receipt: z.string(),
    kind: concernKind,
    text: z.string(),
    address: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** The sender opened the link that was mailed to them. */
    isEmailConfirmed: z.boolean(),
    createdAt: timestamp,
    dueAt: timestamp,
  })
  .meta({ id: 'Concern' });
export type Concern = z.infer<typeof concernView>;

export const listConcerns = endpoint({
  ...concernPaths.listConcerns,
  summary: `List up to ${concernLimits.listed} open concerns from outside, earliest due first`,
  replies: { 200: z.array(concernView) },
});

export const getConcern = endpoint({
  ...concernPaths.getConcern,
  summary: 'Get an open concern from outside',
  params: idParams,
  replies: { 200: concernView },
  errors: concernErrors,
});

export const answerConcern = endpoint({
  ...concernPaths.answerConcern,
  summary: 'Answer a concern with reasons and close it; the answer is mailed if the sender gave an email',
  params: idParams,
  body: z.strictObject({ answer: multiLine(answerCharacters) }),
  replies: { 201: concernReceipt },
  errors: concernErrors,
});
