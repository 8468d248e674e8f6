import { accentTonesOf, lowestContrastOf, schemeColors, shippedTones } from '@commons/contract/accent';
import { settingOf } from '@commons/contract/settings';
import { TextField } from '../../../ui/text-field.tsx';
import { contrastText, toneChange } from './settings.texts.ts';
import type { SettingFieldProps } from './use-settings-form.ts';

const shippedColor = shippedTones.light.primary;

const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text);

/** The accent color: the browser's color picker, its code, and the tones that pages use. */
export function AccentField({ name, form }: SettingFieldProps) {
  const { title } = settingOf(name);
  const text = form.textOf(name).trim();
  const color = (isColor(text) ? text : shippedColor).toLowerCase();
  const tones = text === '' ? shippedTones : accentTonesOf(color);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 sm:max-w-48">
          <TextField
            label={title}
            error={form.errors[name]}
            value={form.textOf(name)}
            placeholder={shippedColor}
            readOnly={form.isPending}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => form.edit(name, target.value)}
          />
        </div>
        <input
          type="color"
          aria-label={`Choose the ${title.toLowerCase()}`}
          value={color}
          disabled={form.isPending}
          className="mt-7 size-11 shrink-0 cursor-pointer rounded-control border border-field bg-control p-1"
          onChange={({ target }) => form.edit(name, target.value)}
        />
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
        {(['light', 'dark'] as const).map((scheme) => {
          const { primary, onPrimary } = tones[scheme];
          const { paper, line } = schemeColors[scheme];
          return (
            <li key={scheme} className="flex flex-col gap-1.5 text-xs text-muted">
              {/* Attributes of SVG, because the policy of pages allows no inline styles. */}
              <svg viewBox="0 0 240 72" aria-hidden="true" className="w-full max-w-72 text-sm font-semibold">
                <rect x="0.5" y="0.5" width="239" height="71" rx="10" fill={paper} stroke={line} />
                <rect x="16" y="16" width="100" height="40" rx="10" fill={primary} />
                <text x="66" y="41" textAnchor="middle" fill={onPrimary}>
                  Button
                </text>
                <text x="136" y="41" textDecoration="underline" fill={primary}>
                  Link
                </text>
              </svg>
              <p>
                <span className="font-semibold text-ink">
                  {scheme === 'light' ? 'Light' : 'Dark'}: contrast{' '}
                  {contrastText(lowestContrastOf(scheme, tones[scheme]))}
                </span>
                <span className="block">
                  {text === '' ? 'The color of the application.' : toneChange(scheme, color, primary)}
                </span>
              </p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
