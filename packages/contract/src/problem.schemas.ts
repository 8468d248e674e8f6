import { z } from 'zod';

/**
 * The body of every error reply: RFC 9457 problem details, sent as `application/problem+json`. `type` is `urn:problem:`
 * followed by the error code. `instance` identifies the request in the server's log.
 */
export const problemView = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problemView>;
