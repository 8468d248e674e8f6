import { z } from 'zod';
import { id, idParams, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { feedErrors } from './feed.errors.ts';
import { findRepeatedOption, pollLimits, pollPaths } from './polls.ts';

export const pollInput = z.strictObject({
  options: z
    .array(singleLine(pollLimits.optionCharacters).min(1, 'Please write an option'))
    .min(pollLimits.minOptions, 'A poll needs at least two options')
    .max(pollLimits.maxOptions, 'A poll has up to six options')
    .refine((options) => findRepeatedOption(options) === -1, 'Please make each option different'),
  days: z.int().min(1, 'A poll is open for at least a day').max(pollLimits.maxDays, 'A poll is open for up to 7 days'),
});
export type PollInput = z.output<typeof pollInput>;

/** A poll. Its counts are null until the viewer has voted or the poll has closed. Votes are secret. */
export const pollView = z
  .object({
    options: z.array(z.object({ id, text: z.string(), votes: z.int().nullable() })),
    closesAt: timestamp,
    isClosed: z.boolean(),
    myOptionId: id.nullable(),
    totalVotes: z.int().nullable(),
    /** A client keeps the state with the higher revision. It is based on time, so that it does not reveal votes. */
    revision: z.int(),
  })
  .meta({ id: 'Poll' });
export type Poll = z.infer<typeof pollView>;

export const votePoll = endpoint({
  ...pollPaths.votePoll,
  summary: 'Vote in the poll of a post, or change one’s vote while the poll is open',
  params: idParams,
  body: z.strictObject({ optionId: id }),
  replies: { 200: pollView },
  errors: feedErrors,
});

export const pollEvents = {
  /** The counts changed. Clients of members who may see them fetch them. */
  'poll.changed': z.object({ type: z.literal('poll.changed'), postId: id, revision: z.int() }),
  /** For all tabs of the member who voted. */
  'poll.voted': z.object({ type: z.literal('poll.voted'), postId: id }),
};
