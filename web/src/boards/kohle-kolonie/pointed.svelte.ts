// The field under the pointer, on the map or as a card on a mat: the map shows it with the villages around it.

export const pointed = $state({ field: '' });
