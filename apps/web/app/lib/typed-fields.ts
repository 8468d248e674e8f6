import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { clearDraft, readDraft, writeDraft } from './drafts.ts';
import { type FormSubject, useUnsavedText } from './unsaved-text.ts';

/** Initial values of a form: the draft if there is one, otherwise the saved values. */
export function readTypedFields<Values extends Record<string, string>>(draft: string, original: Values): Values {
  try {
    return { ...original, ...(JSON.parse(readDraft(draft) ?? '{}') as Partial<Values>) };
  } catch {
    return original;
  }
}

/** Text of a value in its field. Handles fields registered as numbers, and empty values. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || (typeof value === 'number' && !Number.isNaN(value)) ? String(value) : '';

/** Keeps changed fields visible when the form is removed together with its subject. */
export function useUnsavedFields<Input extends FieldValues, Output extends FieldValues>(
  subject: FormSubject | undefined,
  original: Readonly<Record<string, string>>,
  { getValues }: Pick<UseFormReturn<Input, unknown, Output>, 'getValues'>,
): void {
  useUnsavedText(subject, () => {
    const values = getValues();
    return Object.keys(original)
      .map((field) => [field, textOf(values[field])] as const)
      .filter(([field, text]) => text !== original[field])
      .map(([, text]) => text);
  });
}

/** Keeps the fields of a form as a draft. Removes the draft when the fields equal the original values again. */
export function useTypedFields<Input extends FieldValues, Output extends FieldValues>(
  draft: string,
  original: Readonly<Record<string, string>>,
  form: Pick<UseFormReturn<Input, unknown, Output>, 'subscribe' | 'getValues'>,
  subject?: FormSubject,
): void {
  const { subscribe } = form;
  useUnsavedFields(subject, original, form);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const fieldTexts = Object.keys(original).map((field) => [field, textOf(values[field])] as const);
          if (fieldTexts.every(([field, text]) => text === original[field])) clearDraft(draft);
          else writeDraft(draft, JSON.stringify(Object.fromEntries(fieldTexts)));
        },
      }),
    [subscribe, draft, original],
  );
}
