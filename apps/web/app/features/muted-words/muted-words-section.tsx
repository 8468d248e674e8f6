import { mutedWordLimits } from '@commons/contract/profiles';
import { profileCalls } from '@commons/contract/profiles/calls';
import { cleanLine, countCharacters } from '@commons/contract/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure, showFailure } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast-store.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useViewer, viewerQuery } from '../auth/index.ts';
import { hasMutedWord } from './muted-words.ts';

type WordListChange = (words: readonly string[]) => string[];

/** Changes the muted words. All screens update at once. */
const useChangeMutedWords = () => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['viewer'] },
    // Runs changes one after the other, each on the result of the previous one.
    scope: { id: 'muted-words' },
    mutationFn: (change: WordListChange) => {
      const words = queryClient.getQueryData(viewerQuery.queryKey)?.mutedWords ?? [];
      return call(profileCalls.updateMutedWords, { body: { words: change(words) } });
    },
    onSuccess: ({ words }) => {
      queryClient.setQueryData(viewerQuery.queryKey, (viewer) => viewer && { ...viewer, mutedWords: words });
      showToast({ title: 'Muted words saved' });
    },
  });
};

/** Settings section for muted words. */
export function MutedWordsSection() {
  const words = useViewer()?.mutedWords ?? [];
  const fieldRef = useRef<HTMLInputElement>(null);
  const add = useChangeMutedWords();
  const remove = useChangeMutedWords();
  return (
    <SettingsSection
      title="Muted words"
      text="Anything that contains one of these words or phrases stays hidden until you open it. Only you can see this list. Messages are not affected."
    >
      <AddWord words={words} add={add} fieldRef={fieldRef} />
      {words.length === 0 ? (
        <p className="mt-4 text-sm">You have not muted any words.</p>
      ) : (
        <ul aria-label="Muted words" className="mt-4 flex flex-wrap gap-2">
          {words.map((word) => (
            <li
              key={word}
              className="flex max-w-full items-center rounded-full border border-line bg-sunk ps-3 text-sm"
            >
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {word}
              </span>
              <button
                type="button"
                aria-label={`Unmute “${word}”`}
                aria-disabled={remove.isPending}
                onClick={() => {
                  if (remove.isPending) return;
                  remove.mutate((current) => current.filter((other) => other !== word), {
                    // The pressed button disappears with its word.
                    onSuccess: () => moveFocus(fieldRef.current),
                    onError: (error) => showFailure(error, 'The word could not be unmuted. Please try again.'),
                  });
                }}
                className="inline-flex size-9 shrink-0 items-center justify-center rounded-full text-muted hover:text-ink aria-disabled:opacity-60 pointer-coarse:size-11"
              >
                <X size={16} strokeWidth={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

type AddWordProps = {
  words: readonly string[];
  add: ReturnType<typeof useChangeMutedWords>;
  fieldRef: RefObject<HTMLInputElement | null>;
};

/** Returns the reason why a word cannot be added, before sending it. */
const findProblem = (word: string, words: readonly string[]): string | undefined => {
  const { minCharacters, words: maxWords } = mutedWordLimits;
  if (countCharacters(word) < minCharacters) return `Please use at least ${minCharacters} characters.`;
  if (words.length >= maxWords) return `You can mute up to ${maxWords} words. Please unmute one first.`;
  if (words.some((other) => other.length === word.length && hasMutedWord([other], [word])))
    return 'This word is already on your list.';
  return undefined;
};

function AddWord({ words, add, fieldRef }: AddWordProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const error = problem ?? explainFailure(add.error);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const word = cleanLine(text);
        const reason = findProblem(word, words);
        setProblem(reason);
        if (reason !== undefined) {
          moveFocus(fieldRef.current);
          // Screen readers do not announce a new error of a field that already has the focus.
          announce(reason);
        } else if (!add.isPending)
          add.mutate((current) => [word, ...current], {
            onSuccess: () => setText(''),
            onError: (failure) => announce(explainFailure(failure) ?? ''),
          });
      }}
    >
      <div className="min-w-0 flex-1 basis-48">
        <TextField
          ref={fieldRef}
          label="Word or phrase to mute"
          autoComplete="off"
          limit={{ max: mutedWordLimits.maxCharacters }}
          value={text}
          readOnly={add.isPending}
          error={error}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(undefined);
          }}
        />
      </div>
      <Button type="submit" variant="secondary" isPending={add.isPending}>
        Mute
      </Button>
    </form>
  );
}
