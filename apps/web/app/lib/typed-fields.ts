import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearDraft, readDraft, writeDraft } from './drafts.ts';
import { type FormSubject, useLostWords } from './lost-words.ts';

/** What a form begins with: what was typed into it and not sent yet, else what it is about as it stands. */
export function readTypedFields<Values extends Record<string, string>>(draft: string, original: Values): Values {
  try {
    return { ...original, ...(JSON.parse(readDraft(draft) ?? '{}') as Partial<Values>) };
  } catch {
    return original;
  }
}

/** A value as its field shows it: a number that was read from a text, too, and nothing where there is none. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)) ? String(value) : '';

/** Keeps the changed fields of a form in view when the form disappears with its subject. */
export function useLostFields<Input extends FieldValues, Output extends FieldValues>(
  subject: FormSubject | undefined,
  original: Readonly<Record<string, string>>,
  { getValues }: Pick<UseFormReturn<Input, unknown, Output>, 'getValues'>,
): void {
  useLostWords(subject, () => {
    const values = getValues();
    return Object.keys(original)
      .map((field) => [field, textOf(values[field])] as const)
      .filter(([field, text]) => text !== original[field])
      .map(([, text]) => text);
  });
}

/** Keeps what is typed into a form as a draft; nothing, once it says again what it began with. */
export function useTypedFields<Input extends FieldValues, Output extends FieldValues>(
  draft: string,
  original: Readonly<Record<string, string>>,
  form: Pick<UseFormReturn<Input, unknown, Output>, 'subscribe' | 'getValues'>,
  subject?: FormSubject,
): void {
  const { subscribe } = form;
  useLostFields(subject, original, form);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = Object.keys(original).map((field) => [field, textOf(values[field])] as const);
          if (typed.every(([field, text]) => text === original[field])) clearDraft(draft);
          else writeDraft(draft, JSON.stringify(Object.fromEntries(typed)));
        },
      }),
    [subscribe, draft, original],
  );
}
