import { type CharacterUnit, cleanText, countCharacters } from '@commons/contract/text';
import { formatCount, plural } from '../lib/locale.ts';
import { classNames } from './class-names.ts';

type CounterProps = {
  text: string;
  limit: CharacterLimit;
  /** The share of the limit from which on the counter is shown; all of the way unless told. */
  from?: number;
};

/** How much room is left. Nothing is ever cut: what is too long is said, and shortened by whoever wrote it. */
export function Counter({ text, limit, from = 0 }: CounterProps) {
  const used = countCharacters(cleanText(text), limit.countedIn);
  const left = limit.max - used;
  const isShown = used >= limit.max * from;
  // Said aloud only where it starts to matter; a voice that counts each key would drown the writing.
  const announcement =
    left < 0
      ? `${formatCount(-left)} ${plural(-left, { one: 'character', other: 'characters' })} too many`
      : left <= 20 && left % 10 === 0
        ? `${left} characters left`
        : '';
  return (
    <p
      className={classNames(
        'text-xs tabular-nums',
        isShown ? 'self-end' : 'sr-only',
        left < 0 ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      <span aria-hidden="true">{isShown && `${formatCount(used)}/${formatCount(limit.max)}`}</span>
      {/* There before its first words, or they would not be heard. */}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </p>
  );
}

/** A limit of the contract, measured as the server measures it: in code points by default. */
export type CharacterLimit = { max: number; countedIn?: CharacterUnit };
