import { toCanonical, toStatements, withoutQuotations } from './canonical-text.ts';
import {
  cameBack,
  hasStopped,
  longAgo,
  ownMind,
  type Phrase,
  phrases,
  spokenAbout,
  subjects,
  toldByOthers,
} from './phrases.ts';

/** Text between a negation and the phrase that it cancels. */
const denials =
  /\b(?:not|never|nor|neither|without|no longer|no|(?<!not |never )(?:stop|stopped|quit))(?: (?:feel|feeling|like|really|even|to|be|am|been|going|think|thinking|thoughts?|about|of|ever|actually|have|had|having|want|wanting|wanted|any|currently|planning|i|am|feels?))*$/u;

/** Phrases such as "I try not to" or "why not", after which a phrase counts in spite of "not". */
const strugglesWith =
  /\b(?:try|trying|tried|hard|harder|reason|why|how|struggl\w+|barely|fight\w*|promised?) (?:\w+ )?not\b|\bnever\b.{0,24}\b(?:so|this|more|as)\b/u;

const isDenied = (before: string, statement: string): boolean =>
  denials.test(before.trimEnd()) && !strugglesWith.test(statement);

/**
 * Whether the last person named before a phrase is someone else. Phrases with "myself", "me" or "I" are always about
 * the author.
 */
const isOfOthers = (before: string, match: string): boolean => {
  if (/\b(?:myself|me|my|i)\b/u.test(match)) return false;
  const last = [...before.matchAll(subjects)].at(-1);
  return last?.[2] !== undefined;
};

const weightIn = (statement: string, { pattern, weight, isNegative = false }: Phrase): number => {
  const match = pattern.exec(statement);
  if (!match) return 0;
  const before = statement.slice(0, match.index);
  if (!isNegative && isDenied(before, statement)) return 0;
  if (isOfOthers(before, match[0])) return 0;
  if (toldByOthers.test(before) && !ownMind.test(before)) return 0;
  return weight;
};

const weightOf = (statement: string): number => {
  if (longAgo.test(statement) && !cameBack.test(statement)) return 0;
  if (hasStopped.test(statement) && !cameBack.test(statement)) return 0;
  const weight = phrases.reduce((sum, phrase) => sum + weightIn(statement, phrase), 0);
  return spokenAbout.test(statement) && !/\b(?:myself|i want|i am)\b/u.test(statement) ? weight / 4 : weight;
};

/**
 * Whether an English text suggests its author's current thoughts of suicide or self-harm. Used only to show crisis
 * lines to the author.
 */
export const isWorrying = (text: string): boolean => {
  const statements = toStatements(toCanonical(withoutQuotations(text)));
  const weights = statements.map(weightOf);
  // Signs add up over neighbouring statements ("This is goodbye. I am sorry."), not over a whole journal.
  return weights.some((weight, position) => weight + (weights[position + 1] ?? 0) >= 1);
};
