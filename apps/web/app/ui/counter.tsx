import { type CharacterUnit, cleanText, countCharacters } from '@commons/contract/text';
import { formatCount } from '../lib/locale.ts';
import { classNames } from './class-names.ts';
import { charactersLeft, charactersTooMany } from './ui.texts.ts';

type CounterProps = {
  text: string;
  limit: CharacterLimit;
  /** Share of the limit from which the counter is visible. Default: 0, always. */
  from?: number;
};

/** Shows how many characters are used and left. A text that is too long is never cut. Its author has to shorten it. */
export function Counter({ text, limit, from = 0 }: CounterProps) {
  const used = countCharacters(cleanText(text), limit.countedIn);
  const remaining = limit.max - used;
  const isShown = used >= limit.max * from;
  // Announced only near the limit. Announcing each key would disturb writing.
  const announcement =
    remaining < 0
      ? charactersTooMany(-remaining)
      : remaining <= 20 && remaining % 10 === 0
        ? charactersLeft(remaining)
        : '';
  return (
    <p
      className={classNames(
        'text-xs tabular-nums',
        isShown ? 'self-end' : 'sr-only',
        remaining < 0 ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      <span aria-hidden="true">{isShown && `${formatCount(used)}/${formatCount(limit.max)}`}</span>
      {/* Rendered before its first text: screen readers ignore a live region that is inserted with text. */}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </p>
  );
}

/** A limit of the contract, counted as the server counts it. Default unit: code points. */
export type CharacterLimit = { max: number; countedIn?: CharacterUnit };
