/** The card of one's hand that was clicked: the next click says what it does. */
export const picked = $state({ card: '' });
