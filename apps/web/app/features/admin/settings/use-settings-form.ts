import { type SettingName, settingNames, settingOf } from '@commons/contract/settings';
import type { SettingChanges, SettingsView } from '@commons/contract/settings/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '../../../lib/api-client.ts';
import { explainFailure } from '../../../lib/api-error.ts';
import { refetchNow } from '../../../lib/query-client.ts';
import { showToast } from '../../../lib/toast-store.ts';
import { communitySettingsQuery } from '../../operator/index.ts';
import { toText, toValue } from './controls.ts';
import { useChangeSettings } from './settings.api.ts';
import { type Difference, differencesOf } from './settings.texts.ts';

/** The edited texts. Null removes the value that the panel has stored. */
type Edits = Partial<Record<SettingName, string | null>>;

const hasSameSettings = (one: SettingsView, other: SettingsView): boolean =>
  JSON.stringify([one.values, one.states]) === JSON.stringify([other.values, other.states]);

/**
 * The form of a group of settings. It holds only the edited texts, so it can show them over newer values: after somebody
 * else changed a setting, the admin sees the difference, and their edits stay.
 */
export function useSettingsForm(view: SettingsView) {
  const client = useQueryClient();
  const change = useChangeSettings();
  const [base, setBase] = useState(view);
  const [edits, setEdits] = useState<Edits>({});
  const [errors, setErrors] = useState<Partial<Record<SettingName, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [differences, setDifferences] = useState<readonly Difference[] | null>(null);
  const [submitCount, setSubmitCount] = useState(0);
  const isDirty = Object.keys(edits).length > 0;
  // A new logo has no effect on the edits. A changed setting waits until the admin saves or discards.
  if (view !== base && (!isDirty || hasSameSettings(view, base))) setBase(view);

  const savedText = (name: SettingName): string => toText(base.values[name]);
  const reset = (): void => {
    setEdits({});
    setErrors({});
    setFailure(null);
    setDifferences(null);
  };

  const showErrors = (error: unknown): void => {
    const problems = ((error instanceof ApiError && error.problem?.errors) || []).map(({ path, message }) => ({
      name: path.split('.')[1] as SettingName,
      message,
    }));
    const fieldProblems = problems.filter(({ name }) => name in edits);
    setErrors(Object.fromEntries(fieldProblems.map(({ name, message }) => [name, message])));
    if (fieldProblems.length > 0) return;
    const [other] = problems.filter(({ name }) => settingNames.includes(name));
    setFailure(
      other
        ? `${settingOf(other.name).title}: ${other.message}.`
        : (explainFailure(error) ?? 'The settings could not be saved. Please try again.'),
    );
  };

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (change.isPending || !isDirty) return;
    setErrors({});
    setFailure(null);
    setDifferences(null);
    const changes = Object.fromEntries(
      (Object.entries(edits) as [SettingName, string | null][]).map(([name, text]) => [
        name,
        text === null ? null : toValue(name, text),
      ]),
    ) as SettingChanges;
    try {
      const saved = await change.mutateAsync({ revision: base.revision, changes });
      setBase(saved);
      reset();
      showToast({ title: 'Settings saved', description: 'All pages use them within two seconds.' });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'settings.changed_meanwhile') {
        const latest = await refetchNow(client, communitySettingsQuery).catch(() => null);
        if (latest) {
          setDifferences(differencesOf(settingNames, base, latest));
          setBase(latest);
        } else showErrors(error);
      } else showErrors(error);
      setSubmitCount((count) => count + 1);
    }
  };

  return {
    base,
    isDirty,
    isPending: change.isPending,
    errors,
    differences,
    /** For `ContractForm`. */
    contractForm: { failure, submitCount, onSubmit: submit, fetchSchema: undefined },
    isEdited: (name: SettingName): boolean => name in edits,
    isRemoved: (name: SettingName): boolean => edits[name] === null,
    textOf: (name: SettingName): string =>
      edits[name] === null ? toText(base.defaults[name]) : (edits[name] ?? savedText(name)),
    edit: (name: SettingName, text: string | null): void => {
      const { [name]: _previous, ...otherEdits } = edits;
      const { [name]: _error, ...otherErrors } = errors;
      const { source, problem } = base.states[name];
      const isUnchanged = text === null ? source === 'default' && problem === null : text === savedText(name);
      setEdits(isUnchanged ? otherEdits : { ...otherEdits, [name]: text });
      setErrors(otherErrors);
    },
    /** Forgets the edit of one setting. */
    undo: (name: SettingName): void => {
      const { [name]: _previous, ...others } = edits;
      setEdits(others);
    },
    discard: reset,
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

export type SettingFieldProps = { name: SettingName; form: SettingsForm };
