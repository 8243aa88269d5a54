/** Replaces the color library of chart.js, which uses it only for animations and hovered elements. Our charts have neither. */
export class Color {}
