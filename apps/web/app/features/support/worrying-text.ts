import { toCanonical, toStatements, withoutQuotations } from './canonical-text.ts';
import {
  hasReturned,
  hasStopped,
  longAgo,
  ownMind,
  type Phrase,
  phrases,
  impersonalContext,
  subjects,
  demandedByOthers,
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
const isAboutOthers = (before: string, match: string): boolean => {
  if (/\b(?:myself|me|my|i)\b/u.test(match)) return false;
  const last = [...before.matchAll(subjects)].at(-1);
  return last?.[2] !== undefined;
};

const phraseWeight = (statement: string, { pattern, weight, isNegative = false }: Phrase): number => {
  const match = pattern.exec(statement);
  if (!match) return 0;
  const before = statement.slice(0, match.index);
  if (!isNegative && isDenied(before, statement)) return 0;
  if (isAboutOthers(before, match[0])) return 0;
  if (demandedByOthers.test(before) && !ownMind.test(before)) return 0;
  return weight;
};

const statementWeight = (statement: string): number => {
  if (longAgo.test(statement) && !hasReturned.test(statement)) return 0;
  if (hasStopped.test(statement) && !hasReturned.test(statement)) return 0;
  const weight = phrases.reduce((sum, phrase) => sum + phraseWeight(statement, phrase), 0);
  return impersonalContext.test(statement) && !/\b(?:myself|i want|i am)\b/u.test(statement) ? weight / 4 : weight;
};

/**
 * Whether an English text suggests its author's current thoughts of suicide or self-harm. Used only to show crisis
 * lines to the author.
 */
export const isWorrying = (text: string): boolean => {
  const statements = toStatements(toCanonical(withoutQuotations(text)));
  const weights = statements.map(statementWeight);
  // Signs add up over neighbouring statements ("This is goodbye. I am sorry."), not over a whole journal.
  return weights.some((weight, position) => weight + (weights[position + 1] ?? 0) >= 1);
};
