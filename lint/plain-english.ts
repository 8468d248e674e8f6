// Finds English that engineers have to read twice in documentation, comments and test titles.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Share of the lines of prose that may match a pattern, because some matches are good English. */
const budget = 0.01;

/** Patterns of odd English, each with advice for the author. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:whoever|whomever|whom|whence|wherein|thereof|anew|amid|heir|in its stead)\b/iu, 'use a common word'],
  [/(?:^|[.:;] )(?:What|Who|Whose|(?:Of|To|By|With) (?:what|whom|whose))\b[^?]*$/iu, 'start with a noun'],
  [/\b(?:of|for|to|by|from|with|in|at|on|than) (?:what|who)\b/iu, 'name the thing or person'],
  [/\bwhat (?:is|are|was|were|has|had|it|they|comes|goes|stands|waits)\b[^?]*$/iu, 'name the thing'],
  [/\b(?:all|him|them|somebody|nobody|anybody|everybody) (?:that|who)\b/iu, 'name the actor'],
  [/\bso (?:many|much|long|often) (?!as\b|that\b)[a-z]+\b[^?]*$/iu, 'say how many or how long'],
  [/\b(?:(?:is|are|was|were) (?:told|said|asked for)|tells? of|told of)\b/iu, 'use an active verb'],
  [/\b(?:under way|on (?:its|their) way|takes? (?:the )?place of|came about|all the same)\b/iu, 'avoid idioms'],
];

const markdown = /^```.*?^```|^(?<line>[^\n]+)/gmsu;
const code =
  /^[ \t]*\{?\/\*(?<block>.*?)\*\/|(?<=^|\s)\/\/ (?<comment>[^\n]*)|(?:\b(?:test|it|describe)(?:\.\w+)*|\])(?: as const)?\)?\(\s*(?<quote>['"`])(?<title>[^\n]+?)\k<quote>,/gmsu;

type Source = { readonly file: string; readonly text: string };
type Line = { readonly file: string; readonly number: number; readonly text: string };
type Findings = { readonly total: number; readonly odd: readonly (Line & { readonly advice: string })[] };

/** Returns the lines of Markdown, or the comments and test titles of code. */
function proseOf({ file, text }: Source): Line[] {
  const matches = [...text.matchAll(file.endsWith('.md') ? markdown : code)];
  const lines = matches.flatMap(({ 0: whole, index, groups = {} }) => {
    const part = groups['line'] ?? groups['block'] ?? groups['comment'] ?? groups['title'] ?? '';
    const start = text.slice(0, index + whole.indexOf(part)).split('\n').length;
    return part
      .split('\n')
      .map((line, offset) => ({ file, number: start + offset, text: line.replace(/^[\s*|#>-]+/u, '') }));
  });
  return lines.filter((line) => line.text.length > 12 && !/^(?:@|oxlint|eslint)/u.test(line.text));
}

/** Returns the number of lines of prose, and the lines that match a pattern. */
export function findOddEnglish(sources: readonly Source[]): Findings {
  const prose = sources.flatMap(proseOf);
  const odd = prose.flatMap((line) => {
    const advice = patterns.find(([pattern]) => pattern.test(line.text))?.[1];
    return advice === undefined ? [] : [{ ...line, advice }];
  });
  return { total: prose.length, odd };
}

/** Lists the odd lines if there are more than the budget allows; undefined otherwise. */
export function reportOverBudget({ total, odd }: Findings): string | undefined {
  const allowed = Math.floor(budget * total);
  if (odd.length <= allowed) return undefined;
  const lines = odd.map(({ file, number, text, advice }) => `${file}:${number}: ${text} (${advice})`);
  const summary = `${odd.length} of ${total} lines of prose are hard to read; ${allowed} are allowed (1 %).`;
  return [...lines, `${summary} Rewrite these lines in plain English, see "Principles" in CONTRIBUTING.md.`].join('\n');
}

/** Reads the files with prose below a folder, except content for members, migrations and the changelog. */
export const readSources = (root: string): Source[] =>
  globSync(
    ['*.{md,ts}', '{apps,packages,e2e,bench,scripts,lint,docs}/**/*.{ts,tsx,js,mjs,css,md}', 'content/**/*.ts'],
    {
      cwd: root,
      exclude: ['CHANGELOG.md', '**/node_modules', '**/dist', '**/.react-router', 'bench/results'],
    },
  ).map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
