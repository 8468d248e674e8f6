import { z } from 'zod';

/**
 * The body of every answer that is not a success: RFC 9457 problem details, sent as `application/problem+json`.
 * `type` is `urn:problem:` and the error code; `instance` names the request, so that a member's report finds its log line.
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
