import path from 'node:path';
import { meditationThemes } from '@commons/contract/meditations';
import { z } from 'zod';
import type { Feature } from '../../community/feature.ts';
import type { StarterContentContext, StarterContent } from '../../community/starter-content/starter-content.ts';
import type { StoredFile } from '../../platform/media/media.ts';
import { comments, meditationKind } from './meditations.contributions.ts';
import { meditationsSearchSource } from './meditations.queries.ts';
import { meditationRoutes } from './meditations.routes.ts';
import { addShippedMeditation } from './meditations.service.ts';
import { personalData } from './meditations.tables.ts';

export { meditationPublished } from './meditations.service.ts';

const shippedTrack = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  theme: z.enum(meditationThemes),
  audio: z.string(),
  cover: z.string(),
});

type Files = { audio: StoredFile; cover: StoredFile };

const storeFile = (
  { media, contentDirectory }: StarterContentContext,
  name: string,
  kind: 'audio' | 'meditation-cover',
) => media.storeShipped(path.join(contentDirectory, 'meditations', name), kind);

const starterMeditations: StarterContent<z.output<typeof shippedTrack>, Files> = {
  kind: 'meditation',
  file: 'meditations/meditations.json',
  list: z.array(shippedTrack),
  slugOf: ({ slug }) => slug,
  async prepare(context, { audio, cover }) {
    return {
      audio: await storeFile(context, audio, 'audio'),
      cover: await storeFile(context, cover, 'meditation-cover'),
    };
  },
  add: (work, { media }, { title, description, theme }, files) =>
    addShippedMeditation(work, media, { title, description, teacher: null, theme }, files),
  discard: ({ media }, files) => media.discard(Object.values(files)),
};

export const meditations: Feature = {
  name: 'meditations',
  registerRoutes: meditationRoutes,
  searchSources: [meditationsSearchSource],
  contributions: [meditationKind, comments.kind],
  starterContent: [starterMeditations],
  checks: [comments.check],
  personalData,
};
