"""What pages say: results become plain sentences here, without a screen; what one page alone says is in its folder."""
