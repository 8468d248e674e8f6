import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError, NetworkError, Cancelled } from './api-error.ts';
import { clearDraft, idempotencyKeyOf, readDraft, writeDraft } from './drafts.ts';
import { randomId } from './random-id.ts';
import { type FormSubject, useUnsavedText } from './unsaved-text.ts';

type ContractSchema<Output extends FieldValues> = {
  fetch: () => void;
  resolver: Resolver<FieldValues, unknown, Output>;
};

/** Imports have no timeout of their own, and a dialog stays open while its form is in flight. */
const longestWaitMilliseconds = 10_000;

/**
 * A contract schema that loads when the user first touches the form, because zod is larger than the page itself. If it
 * does not load in time, the form is sent unchecked: the server validates it too. `parse` converts the values of the
 * fields, for example to numbers.
 */
export function contractSchema<Output extends FieldValues>(
  loadSchema: () => Promise<z.ZodType<Output, FieldValues>>,
  parse: (values: FieldValues) => FieldValues = (values) => values,
): ContractSchema<Output> {
  const load = () => Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
  return {
    fetch: () => void load().catch(() => undefined),
    resolver: async (texts, context, options) => {
      const values = parse(texts);
      const timeout = new Promise<null>((resolve) => setTimeout(resolve, longestWaitMilliseconds, null));
      const loaded = await Promise.race([load().catch(() => null), timeout]);
      if (loaded === null) return { values: values as Output, errors: {} };
      const [{ zodResolver }, schema] = loaded;
      return zodResolver<FieldValues, unknown, Output>(schema)(values, context, options);
    },
  };
}

/** Returns the text for a failure of the whole form. */
const explain = (error: unknown): string => {
  if (error instanceof NetworkError) return error.message;
  const detail = error instanceof ApiError ? error.problem?.detail : undefined;
  return detail ?? 'Something went wrong. Please try again.';
};

/** Returns the fields with a text that differs from the original one. */
export const changedTexts = (values: FieldValues, original: FieldValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(original).flatMap(([field, text]) => {
      const typed: unknown = values[field] ?? '';
      return typeof text === 'string' && typeof typed === 'string' && typed !== text ? [[field, typed]] : [];
    }),
  );

/** Returns the original values with the draft's texts. */
export function readTypedFields<Values extends FieldValues>(draft: string, original: Values): Values {
  try {
    const stored = JSON.parse(readDraft(draft) ?? '{}') as object | null;
    const changes = changedTexts({ ...original, ...stored }, original);
    return Object.keys(changes).length === 0 ? original : { ...original, ...changes };
  } catch {
    return original;
  }
}

/** A file that is chosen beside the fields. The form is sent only if it is ready. */
export type FileChoice = { isReady: boolean; markSubmitted: () => void; /** Identifies the choice. */ key?: unknown };

type FormOptions<Values extends FieldValues, Output extends FieldValues> = {
  /** Without a schema, only the server validates. */
  schema?: ContractSchema<Output>;
  /** The saved or blank values, by field. */
  original: Values;
  /** Key of the draft that keeps the texts until they are sent or discarded. */
  draft?: string;
  /** For a form that is removed together with its item: its changed texts stay visible. */
  subject?: FormSubject | undefined;
  /** Fields that hold a choice instead of the member's text. */
  choices?: readonly Path<Values>[];
  files?: readonly FileChoice[];
  /**
   * Errors that it throws appear at their fields, or above the form if they have none. The idempotency key stays the
   * same while the values do.
   */
  submit: (values: Output, idempotencyKey: string) => Promise<unknown>;
};

/** A form that is validated by the contract in the browser and on the server. `ContractForm` shows the first problem. */
export function useContractForm<Values extends FieldValues, Output extends FieldValues = Values>(
  options: FormOptions<Values, Output>,
) {
  const { schema, draft, subject, choices = [], files = [], submit } = options;
  const [original] = useState(options.original);
  const [initial, setInitial] = useState(() => (draft === undefined ? original : readTypedFields(draft, original)));
  const [failure, setFailure] = useState<ReactNode>(null);
  const attempt = useRef({ content: '', key: '' });
  const form = useForm<Values, unknown, Output>({
    ...(schema && { resolver: schema.resolver as Resolver<Values, unknown, Output> }),
    defaultValues: initial as DefaultValues<Values>,
  });
  const { control, getValues, subscribe } = form;
  const { errors, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control }) as Values;
  useUnsavedText(subject, () =>
    Object.entries(changedTexts(getValues(), original))
      .filter(([field]) => !choices.includes(field as Path<Values>))
      .map(([, text]) => text),
  );
  useEffect(() => {
    if (draft === undefined) return undefined;
    return subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => {
        const changes = changedTexts(typed, original);
        if (Object.keys(changes).length === 0) clearDraft(draft);
        else writeDraft(draft, JSON.stringify(changes));
      },
    });
  }, [subscribe, draft, original]);

  const showFailure = (error: unknown): void => {
    if (error instanceof Cancelled) return;
    const fieldErrors = ((error instanceof ApiError && error.problem?.errors) || []).flatMap(({ path, message }) => {
      const field = path.split('.').at(-1) ?? '';
      return field in original ? [{ field: field as Path<Values>, message }] : [];
    });
    for (const [position, { field, message }] of fieldErrors.entries())
      form.setError(field, { message }, { shouldFocus: position === 0 });
    if (fieldErrors.length === 0) setFailure(explain(error));
  };
  const markSubmitted = (): void => {
    for (const file of files) file.markSubmitted();
  };
  const discardDraft = (): void => {
    if (draft !== undefined) clearDraft(draft);
  };
  /** Returns the same key for a retry with the same content. */
  const keyFor = (content: string): string => {
    if (draft !== undefined) return idempotencyKeyOf(draft, content);
    if (attempt.current.content !== content) attempt.current = { content, key: randomId() };
    return attempt.current.key;
  };
  const send = async (output: Output): Promise<void> => {
    setFailure(null);
    markSubmitted();
    if (!files.every(({ isReady }) => isReady)) return;
    const content = JSON.stringify([output, ...files.map(({ key }) => key)]);
    try {
      await submit(output, keyFor(content));
      discardDraft();
    } catch (error) {
      showFailure(error);
    }
  };

  return {
    form,
    failure,
    isSubmitting,
    submitCount,
    initial,
    /** Whether there was a draft. */
    isRestored: initial !== original,
    /** Restores the original values. The caller mounts its fields again. */
    startOver: (): void => {
      form.reset(original);
      discardDraft();
      setInitial(original);
    },
    /** The current values. */
    values,
    fetchSchema: schema?.fetch,
    discardDraft,
    onSubmit: async (event: SyntheticEvent): Promise<void> => {
      event.preventDefault();
      // A second click while the schema loads would submit the form twice.
      if (!isSubmitting) await form.handleSubmit(send, markSubmitted)(event);
    },
    /** Attributes of a field, for the fields of the design system. */
    field: <Name extends Path<Values>>(name: Name, registerOptions?: RegisterOptions<Values, Name>) => ({
      error: errors[name]?.message as string | undefined,
      ...form.register(name, registerOptions),
      ...(typeof initial[name] === 'string' && { defaultValue: initial[name] as string }),
      // Text typed while the form is in flight would be lost.
      ...(isSubmitting && { readOnly: true }),
    }),
    /** Attributes of a choice, such as a group of radio buttons. */
    choice: <Name extends Path<Values>>(name: Name) => ({
      value: values[name],
      readOnly: isSubmitting,
      onChange: (value: Values[Name]) => form.setValue(name, value),
    }),
  };
}
