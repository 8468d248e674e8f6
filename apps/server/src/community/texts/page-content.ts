import type { EditedPage, PageSettings } from '@commons/contract/rendered-pages';
import { type TextName, textNames } from '@commons/contract/texts';
import type { CurrentTexts } from '../current-texts.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Returns the texts and crisis lines that replace the shipped ones on the public pages. */
export function toPageContent(
  { versions, markdownOf, crisisCountries }: CurrentTexts,
  product: string,
): Pick<PageSettings, 'editedPages' | 'crisisCountries'> {
  const editedPages: Partial<Record<TextName, EditedPage>> = {};
  for (const name of textNames) {
    const markdown = markdownOf(name);
    const version = versions.get(name);
    if (markdown === undefined || !version) continue;
    editedPages[name] = { html: renderMarkdown(markdown, { product }), publishedAt: version.publishedAt.toISOString() };
  }
  return { editedPages, ...(crisisCountries && { crisisCountries }) };
}
