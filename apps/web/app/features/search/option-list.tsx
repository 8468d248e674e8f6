import { useEffect } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { Option } from './options.tsx';

type OptionListProps = {
  id: string;
  options: readonly Option[];
  active: number;
  status: string;
  onChoose: (option: Option) => void;
};

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The listbox of a combobox (WAI-ARIA combobox pattern). The focus stays in the text field. */
export function OptionList({ id, options, active, status, onChoose }: OptionListProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const groups = Map.groupBy(
    options.map((option, index) => ({ option, index })),
    ({ option }) => option.group,
  );
  return (
    <div>
      <div id={id} role="listbox" aria-label="Suggestions">
        {[...groups].map(([group, groupOptions]) => (
          <div key={group} role="group" aria-label={group} className="py-1">
            <div aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
              {group}
            </div>
            {groupOptions.map(({ option, index }) => (
              <button
                type="button"
                tabIndex={-1}
                key={option.key}
                id={optionId(id, index)}
                role="option"
                aria-selected={index === active}
                className={classNames(
                  'flex min-h-11 w-full cursor-pointer text-start items-center gap-3 rounded-control px-3 py-2 text-sm text-ink hover:bg-primary-soft',
                  index === active && 'bg-primary-soft outline-2 -outline-offset-2 outline-primary',
                )}
                // Keeps the focus in the text field.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option)}
              >
                <option.icon size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {option.label}
                </span>
                {option.hint !== undefined && (
                  <span dir="auto" className="max-w-32 truncate text-xs text-muted">
                    {option.hint}
                  </span>
                )}
              </button>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={classNames('text-sm text-muted', status !== '' && 'px-3 py-2')}>
        {status}
      </p>
    </div>
  );
}
