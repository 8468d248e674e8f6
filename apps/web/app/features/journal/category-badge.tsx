import type { JournalPrompt } from '@commons/contract/journal/schemas';
import { classNames } from '../../ui/class-names.ts';
import { categoryColor } from './category-colors.ts';

export const CategoryBadge = ({ category: { id, name } }: Pick<JournalPrompt, 'category'>) => (
  <span
    className={classNames(
      'inline-flex max-w-full rounded-full px-2 py-0.5 text-xs font-semibold wrap-anywhere forced-colors:border',
      categoryColor(id).area,
    )}
  >
    {name}
  </span>
);
