export { haveEmergencyNumbers, withoutShipped } from './crisis-lines.ts';
export { toPageContent } from './page-content.ts';
export { assertRenderable, renderMarkdown } from './render-markdown.ts';
export { readShippedText } from './shipped-texts.ts';
export { openTexts } from './texts.ts';
