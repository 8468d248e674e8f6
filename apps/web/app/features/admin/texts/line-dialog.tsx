import type { AddedCrisisLine, CrisisLineInput, EditedCrisisCountry } from '@commons/contract/texts/schemas';
import { contractSchema, useContractForm } from '../../../lib/contract-form.ts';
import { Select } from '../../../ui/choices.tsx';
import { FormDialog } from '../../../ui/contract-form.tsx';
import type { DialogState } from '../../../ui/lazy-opening.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const schema = contractSchema<CrisisLineInput>(
  async () => (await import('@commons/contract/texts/schemas')).crisisLineInput,
);

type LineDialogProps = DialogState & {
  countries: readonly EditedCrisisCountry[];
  /** The line to edit. Its country stays. */
  line?: AddedCrisisLine;
  code?: string;
  submit: (values: CrisisLineInput) => Promise<unknown>;
};

const blank: AddedCrisisLine = { name: '', call: '', hours: '', languages: '', sourceUrl: '', checkedOn: '' };
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that are no country: groups of countries and codes for tests. */
const otherRegions = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Returns all countries by name. The browser knows their names, so the list needs no data of ours. */
const listCountries = () =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !otherRegions.has(code) && new Intl.Locale(`und-${code}`).region === code)
    // Codes of countries that no longer exist have a newer code.
    .filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .flatMap((value) => ({ value, label: countryNames.of(value) ?? '' }))
    .filter(({ label }) => label !== '')
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));

/** Adds a crisis line, or changes an added one. Every field is required, so that each number has a source. */
export default function LineDialog({ countries, line, code = '', submit, ...dialog }: LineDialogProps) {
  const form = useContractForm<CrisisLineInput>({
    schema,
    original: { ...(line ?? blank), code, emergencyNumber: '' },
    submit: async (values) => {
      await submit(values);
      dialog.onOpenChange(false);
    },
  });
  const { code: chosen } = form.values;
  const needsEmergencyNumber = chosen !== '' && !countries.some((country) => country.code === chosen);
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={line ? 'Edit line' : 'Add a line'}
      description="Please call the number once before you add it, or check it on the line’s own page."
      {...(!line && { submitLabel: 'Add line', pendingLabel: 'Adding...' })}
    >
      {!line && (
        <Select
          label="Country"
          options={[{ value: '', label: 'Choose a country' }, ...listCountries()]}
          {...form.field('code')}
        />
      )}
      {needsEmergencyNumber && (
        <TextField
          label="Emergency number of this country"
          inputMode="tel"
          dir="ltr"
          autoComplete="off"
          {...form.field('emergencyNumber')}
        />
      )}
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <TextField label="Phone number" type="tel" dir="ltr" autoComplete="off" {...form.field('call')} />
      <TextField label="Hours" hint="For example: every day, 24 hours" autoComplete="off" {...form.field('hours')} />
      <TextField label="Languages" autoComplete="off" {...form.field('languages')} />
      <TextField
        label="Address of the source"
        hint="The page that states the number. Visitors see it below the list."
        type="url"
        dir="ltr"
        placeholder="https://"
        autoComplete="off"
        {...form.field('sourceUrl')}
      />
      <TextField label="Checked on" type="date" {...form.field('checkedOn')} />
    </FormDialog>
  );
}
