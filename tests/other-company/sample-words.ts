/**
 * What only the sample's company is and claims. Arabic prefixes are part of the words that they precede,
 * and «تيار» is part of other words.
 */
export const sampleWords = [
  /tayyar/i,
  /(?<!\p{L})[وفبكل]?(?:ال|لل)?تيار(?!\p{L})/u,
  /(?<![\p{L}\d.,-])(?:1987|١٩٨٧)(?![\p{L}\d])/u,
  /المملكة|للمملكة/,
  /\bKingdom\b/,
  /\bSaudi\b/,
  /سعودي/,
  /(?<!\p{L})[وفبكل]?الرياض(?!\p{L})/u,
  /\bRiyadh\b/,
  /\bISO\s?\d/,
]
