// Nothing: of functions that it warns of none is modelled in another way.
