import { z } from 'zod';

/** Live frames of the points ledger, sent to the member they belong to. */
export const pointsEvents = {
  'points.changed': z.object({ type: z.literal('points.changed'), mindfulnessScore: z.int() }),
};
