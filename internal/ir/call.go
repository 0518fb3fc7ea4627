package ir

// Call returns the call of a call block (after Normalize a call is alone in its block), or nil.
func (b *Block) Call() *Call {
	if len(b.Instructions) == 0 {
		return nil
	}
	call, _ := b.Instructions[0].(*Call)
	return call
}
