/** Address of the document in which diagrams are drawn, in an origin of its own. */
export const DIAGRAM_FRAME = '/-/diagram-frame';
