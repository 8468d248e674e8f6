import { meditationLimits } from '@commons/contract/meditations';
import { clearDraft, readDraft, writeDraft } from '../../lib/drafts.ts';

/** The words of the form. Files are chosen anew: a browser gives no page a file again. */
const blank = {
  method: 'file' as 'file' | 'url',
  title: '',
  description: '',
  audioUrl: '',
  albumCoverUrl: '',
  minutes: String(meditationLimits.defaultSeconds / 60),
};
export type MeditationDraft = typeof blank;

/** What was typed and not sent yet. */
export const readMeditationDraft = (key: string): MeditationDraft => {
  try {
    return { ...blank, ...(JSON.parse(readDraft(key) ?? '{}') as Partial<MeditationDraft>) };
  } catch {
    return blank;
  }
};

export const changeMeditationDraft = (key: string, changes: Partial<MeditationDraft>): void => {
  const draft = { ...readMeditationDraft(key), ...changes };
  const words = ['title', 'description', 'audioUrl', 'albumCoverUrl'] as const;
  if (words.every((name) => draft[name] === '')) clearDraft(key);
  else writeDraft(key, JSON.stringify(draft));
};
