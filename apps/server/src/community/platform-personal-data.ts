import { idempotencyKeys } from '../platform/idempotency/idempotency.tables.ts';
import { mediaFiles } from '../platform/media/media.tables.ts';
import { ownedBy, type PersonalData } from './personal-data.ts';

/** The personal data in the tables of the platform, which knows no members. */
export const platformPersonalData: PersonalData[] = [
  {
    table: mediaFiles,
    description: 'pictures and audio files that you uploaded',
    purpose: 'they are shown in your content',
    retention: 'the content that uses them is deleted; unused files are deleted after a day',
    references: [{ column: mediaFiles.ownerId, exported: true, leaving: 'chosen' }],
  },
  {
    table: idempotencyKeys,
    description: 'responses to your recent requests',
    purpose: 'a request that is repeated over a bad connection runs only once',
    retention: 'a day has passed',
    references: [{ ...ownedBy(idempotencyKeys.memberId), exported: { no: 'it repeats data from other tables' } }],
  },
];
