import { meditationLimits } from '@commons/contract/meditations';
import { clearDraft, readDraft, writeDraft } from '../../lib/drafts.ts';

/** Draft of the form. Files cannot be restored. */
const blank = {
  method: 'file' as 'file' | 'url',
  title: '',
  description: '',
  audioUrl: '',
  albumCoverUrl: '',
  minutes: String(meditationLimits.defaultSeconds / 60),
};
export type MeditationDraft = typeof blank;

/** Reads the unsent draft. */
export const readMeditationDraft = (key: string): MeditationDraft => {
  try {
    return { ...blank, ...(JSON.parse(readDraft(key) ?? '{}') as Partial<MeditationDraft>) };
  } catch {
    return blank;
  }
};

export const changeMeditationDraft = (key: string, changes: Partial<MeditationDraft>): void => {
  const draft = { ...readMeditationDraft(key), ...changes };
  const textFields = ['title', 'description', 'audioUrl', 'albumCoverUrl'] as const;
  if (textFields.every((name) => draft[name] === '')) clearDraft(key);
  else writeDraft(key, JSON.stringify(draft));
};
