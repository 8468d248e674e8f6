import type { EditedName, TextName } from '@commons/contract/texts';
import type { CrisisChange, CrisisCountry, EditedCrisisCountry } from '@commons/contract/texts/schemas';

// The types of `texts/`, in their own file: every feature receives `Texts`, and `texts/` imports the members.

/** The latest published version of a text, or of the crisis lines. */
export type PublishedVersion = {
  revision: number;
  name: EditedName;
  /** Null restores the shipped text. */
  content: string | CrisisChange[] | null;
  publishedAt: Date;
  publishedById: string | null;
  guidelinesVersion: number | null;
};

/** The texts in use. */
export type CurrentTexts = {
  revision: number;
  versions: ReadonlyMap<EditedName, PublishedVersion>;
  /** The Markdown of an edited text; undefined while the shipped one is in use. */
  markdownOf: (name: TextName) => string | undefined;
  shippedCountries: readonly CrisisCountry[];
  /** With hidden lines. */
  editedCountries: readonly EditedCrisisCountry[];
  /** Undefined while all lines are the shipped ones. */
  crisisCountries: readonly CrisisCountry[] | undefined;
};

export type Texts = {
  /** The texts in use. Read them when they are needed: copies become stale. */
  readonly current: CurrentTexts;
  /** Reads the latest texts. After it, this process uses everything that was committed before the call. */
  refresh: () => Promise<void>;
  /** Calls the listener after each change, in each process. */
  onChange: (listener: () => void | Promise<void>) => void;
  close: () => void;
};
