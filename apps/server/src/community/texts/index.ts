export { haveEmergencyNumbers, withoutShipped } from './crisis-lines.ts';
export { assertRenderable, renderMarkdown } from './render-markdown.ts';
export { readShippedText } from './shipped-texts.ts';
export { type CurrentTexts, openTexts, type PublishedVersion, type Texts } from './texts.ts';
