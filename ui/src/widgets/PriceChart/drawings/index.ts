/** The code of drawings, in a chunk that is loaded with the menu or with the first drawing. */
export { DrawMenu } from './DrawMenu';
export { UserDrawings } from './UserDrawings';
