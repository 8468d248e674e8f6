import { z } from 'zod';

/** Live frames of the points ledger, sent to the member they belong to; the revision grows with each change of a score. */
export const pointsEvents = {
  'points.changed': z.object({ type: z.literal('points.changed'), mindfulnessScore: z.int(), scoreRevision: z.int() }),
};
