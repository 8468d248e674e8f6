/** Entry of the server bundle with the pages that work without the application. */
export { renderPlainPage } from './plain-pages.tsx';
